# Indexer, API and commands in one image; what a container runs is its command. Linux on x86-64, as the lockfile.
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /weir
COPY package.json package-lock.json ./
# Not `npm ci`, which wants other platforms' binaries in the lockfile. The package `node` would bring the Node.js that the image is of.
RUN npm install --no-save --omit=dev --workspaces=false --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node

FROM node:24.21.0-bookworm-slim AS page
WORKDIR /weir
COPY package.json package-lock.json tsconfig.json ./
COPY web/package.json web/package.json
RUN npm install --no-save --omit=dev --workspace web --include-workspace-root --ignore-scripts --no-audit --no-fund
COPY CONTRIBUTING.md ./
COPY docs docs
COPY scripts scripts
COPY src src
COPY web/index.html web/index.html
COPY web/src web/src
RUN ["node", "scripts/page.ts"]

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=42069
WORKDIR /weir
# Ponder writes the types of its virtual modules beside its configuration.
RUN chown node:node /weir
USER node
COPY --chown=node:node --from=dependencies /weir/node_modules node_modules
COPY --chown=node:node package.json tsconfig.json ponder.config.ts ponder.schema.ts ./
COPY --chown=node:node abis abis
COPY --chown=node:node indexer indexer
COPY --chown=node:node scripts scripts
COPY --chown=node:node src src
COPY --chown=node:node --from=page /weir/web/dist web/dist
EXPOSE 42069
HEALTHCHECK --interval=5s --timeout=3s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/api.ts"]
