# Diplo en une image : le serveur, l'application construite, et rien de ce qui sert à les écrire.
#   docker build -t diplo .
#   docker build -t diplo --build-arg LIBREOFFICE=yes .   LibreOffice de Debian au lieu de celui qui est embarqué
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --include=dev --no-save --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs
# L'image apporte Node : celui de npm n'y est pas une seconde fois.
RUN npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-*

FROM node:24-bookworm-slim
ARG LIBREOFFICE=no
RUN if [ "$LIBREOFFICE" = yes ]; then \
      apt-get update \
      && apt-get install -y --no-install-recommends libreoffice-writer-nogui \
         fonts-crosextra-carlito fonts-crosextra-caladea fonts-liberation fonts-dejavu-core \
      && rm -rf /var/lib/apt/lists/*; \
    fi
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/assets assets
COPY --from=build /app/scripts scripts
COPY --from=build /app/src/server src/server
COPY --from=build /app/src/shared src/shared
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data LOG_FORMAT=json
RUN install -d -o node -g node -m 700 /data /backups
USER node
VOLUME ["/data", "/backups"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/v1/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
