# One image for all: the three apps and the operator's command line. APP only decides what starts when no argument is given.
#   docker build --build-arg APP=webhook-sender -t parcel-event-webhooks .
# Another tag or a digest: --build-arg NODE_IMAGE=docker.io/library/node:24-slim@sha256:…
ARG NODE_IMAGE=docker.io/library/node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
# The scripts of packages compile or fetch things that only the tests use.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY apps apps
COPY libs libs
# The console shows documents.
COPY docs docs
# Only what builds, and the command line: no program of the tests.
COPY scripts/run scripts/node.cjs scripts/build.mjs scripts/
COPY scripts/prepare scripts/prepare
COPY scripts/cli scripts/cli
# Production packages alone go on, and the list of them: deploy/README.md says how to read it. `npm sbom --omit=dev` would leave out each
# package that a development package needs, too; so the development packages go first.
RUN npm run build \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && npm pkg delete devDependencies overrides \
  && npm sbom --sbom-format=cyclonedx --sbom-type=application > sbom.cdx.json \
  && find dist/scripts -mindepth 1 -maxdepth 1 ! -name cli -exec rm -r {} + \
  && find dist node_modules \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name .tsbuildinfo \) -delete
ARG APP=token-api
RUN test -f "dist/apps/${APP}/src/main.js" \
  && printf "import './dist/apps/%s/src/main.js';\n" "${APP}" > main.js

FROM ${NODE_IMAGE}
ARG NODE_IMAGE
ARG VERSION=1.0.0-rc.2
ARG REVISION=unknown
LABEL org.opencontainers.image.title="parcel-event-webhooks" \
  org.opencontainers.image.description="Parcel-event webhooks as a service that anyone can host" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.base.name="${NODE_IMAGE}"
# Nothing is installed in a running container: what could is only something more to be mended.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-*
# V8 would size its young generation by the memory limit of the container (2 MiB at 512 MiB, 96 without one): slow there, large here.
# glibc would give each thread an arena of its own: some 50 MiB more for webhook-sender.
ENV NODE_ENV=production \
  NODE_OPTIONS="--max-semi-space-size=16" \
  MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=build /build/package.json /build/main.js /build/sbom.cdx.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY LICENSE ./
USER 10001:10001
EXPOSE 8080 9090
# No shell stands between: node is the first process of the container, and SIGTERM reaches it, from the first moment by what is imported first.
ENTRYPOINT ["/usr/local/bin/node", "--import=/app/dist/libs/observability/src/early-stop.setup.js"]
CMD ["main.js"]
