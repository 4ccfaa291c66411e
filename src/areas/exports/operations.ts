import { op, text } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { createExport, reserveExport } from './create.ts';
import { getExportOrFail } from './find.ts';
import { hintsOn } from './hints.ts';
import { presentExport } from './present.ts';
import { ExportData, ExportPath } from './schemas.ts';

const sessionOnly = {
  auth: { kind: 'credential', scope: null, principals: ['session'] },
  profile: 'none',
  notForModels: true,
} as const;

export const exportOperations: readonly Operation[] = [
  operation({
    name: 'exports.create',
    done: 'Requested an export',
    method: 'POST',
    path: '/v1/exports',
    tag: 'Exports',
    summary: 'Export all data of the account',
    description: [
      'Starts a zip archive of JSON files and pictures with everything that the account owns, without profiles that it only manages; `index.json` describes each file.',
      text`Poll ${op('exports.get')} until it is ready.`,
      'While an export is in progress, further calls return it with 200, against no limit.',
    ],
    ...sessionOnly,
    errors: ['recent_sign_in_required'],
    reserves: ['exports'],
    output: ExportData,
    location: (data) => `/v1/exports/${data.export.id}`,
    status: 'created_or_found',
    run: async (request, reply) =>
      reply.commit({
        prepare: () => reserveExport(request),
        commit: createExport,
        answer: (row, ctx) => ({
          data: { export: presentExport(row, ctx) },
          agent: hintsOn(row),
          status: row.created ? 201 : 200,
        }),
      }),
  }),

  operation({
    name: 'exports.get',
    method: 'GET',
    path: '/v1/exports/:export_id',
    tag: 'Exports',
    summary: 'Get an export',
    description:
      'The status is `pending` until the file is complete, then `ready` with a URL that works without a credential for 24 hours, or `failed`. After 24 hours, a new password or the end of another session, the file is deleted and the response is 404 `export_not_found`.',
    ...sessionOnly,
    errors: ['export_not_found'],
    params: ExportPath,
    output: ExportData,
    run: async ({ ctx, params }, reply) => {
      const row = await getExportOrFail(ctx, params.export_id);
      return reply.ok({ export: presentExport(row, ctx) }, hintsOn(row));
    },
  }),
];
