import { readdirSync } from 'node:fs';
import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';

const folder = new URL('../../src/db/schema/', import.meta.url);
const modules: object[] = await Promise.all(readdirSync(folder).map((file) => import(new URL(file, folder).href)));

/** All tables of the schema. */
export const TABLES: readonly PgTable[] = modules.flatMap((module) =>
  Object.values(module).filter((value): value is PgTable => is(value, PgTable)),
);
