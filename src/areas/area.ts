import type { FastifyPluginAsync } from 'fastify';
import type { Toolset } from '../core/toolsets.ts';
import { type Operation, operationRoutes } from '../http/operation.ts';
import type { Erasure } from './erasure.ts';
import type { ExportSection } from './export-section.ts';
import type { OnEvents } from './on-events.ts';
import type { OnRename } from './profiles/names.ts';

/** What the rest of the program knows about an area. Central code only collects what areas declare here. */
export type Area = {
  /** The prefix of its operation names, such as `follows` in `follows.create`. */
  name: string;
  operations: readonly Operation[];
  /** Routes outside `/v1`, such as the files of pictures. */
  routes?: FastifyPluginAsync;
  /** Tables that only its SQL writes. */
  tables?: readonly string[];
  /** The group of its tools in MCP. */
  toolset: Toolset;
  /** Sections of the API reference that it adds, with their descriptions. */
  tags?: Readonly<Record<string, string>>;
  /** Rules of its data: a query by name that selects violations, by ids only. */
  invariants?: Readonly<Record<string, string>>;
  /** Files in the export of an account's data. */
  exportSections?: readonly ExportSection[];
  /** How its data is deleted with a profile and with an account. `ERASURES` has the order. */
  erasure?: Erasure;
  /** What it does about new events. */
  onEvents?: OnEvents;
  /** What a new name of a profile changes in its data. */
  onRename?: OnRename;
  /** Fields of its objects that contain text from members. */
  untrustedFields?: readonly string[];
};

export function areaPlugin({ operations, routes, toolset }: Area): FastifyPluginAsync {
  return async (app) => {
    await app.register(operationRoutes(operations.map((each) => ({ ...each, toolset }))));
    if (routes) await app.register(routes);
  };
}
