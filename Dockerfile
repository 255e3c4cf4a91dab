# Plaza and Hop with their own PostgreSQL, everything kept in one volume:
#   docker build -t plaza . && docker run --init -p 3000:3000 -p 3001:3001 -v plaza:/data plaza
# With DATABASE_URL they use another PostgreSQL instead; compose.yaml does so.
FROM node:24-bookworm-slim

WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data

COPY package.json package-lock.json .npmrc ./
# The image's Node is a Node 24 already: the one that comes as a package would only take space.
RUN npm ci --omit=dev && npm cache clean --force && rm -rf node_modules/node-linux-* node_modules/.bin/node
COPY . .
RUN node scripts/build.ts

RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000 3001

HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "--eval", \
  "fetch('http://127.0.0.1:' + (process.env.PLAZA_PORT || 3000) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1))"]

# As `npm start` runs it; what Node compiled stays in the volume.
ENV NODE_COMPILE_CACHE=/data/compiled MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "--heap-growing-percent=40", "build/main.js"]
