import { type ReactNode, useEffect, useRef } from "react";

/** A modal dialog; Escape, a click outside and its button close it. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const onPointer = (event: PointerEvent): void => {
      if (event.target === element) onClose();
    };
    element?.addEventListener("pointerdown", onPointer);
    return () => element?.removeEventListener("pointerdown", onPointer);
  }, [onClose]);
  return (
    <dialog ref={dialog} className="dialog" aria-label={title} onClose={onClose}>
      <div className="dialog-body">
        <header className="dialog-head">
          <h2>{title}</h2>
          <button
            type="button"
            className="button button-plain"
            aria-label="Close"
            onClick={onClose}
          >
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
