declare module "*.md" {
  const guide: { readonly title: string; readonly html: string };
  export default guide;
}
