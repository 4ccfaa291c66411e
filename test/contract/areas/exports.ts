import { type AreaContract, NO_PROFILE } from '../contract.ts';
import type { World } from '../world.ts';

const newExport = async (w: World, { token }: { token: string }) => {
  const answer = await w.t.call('POST', '/v1/exports', { token });
  return { export_id: answer.json.data.export.id };
};

export default {
  recipes: {
    'exports.create': { body: () => ({}) },
    'exports.get': {
      path: (w) => newExport(w, w.me),
      missing: 'export_not_found',
      foreign: [{ what: "a stranger's export", path: (w) => newExport(w, w.stranger), code: 'export_not_found' }],
    },
  },
  permissions: {
    'exports.create': NO_PROFILE,
    'exports.get': NO_PROFILE,
  },
  roundTrips: {
    'exports.create': 2,
    'exports.get': 1,
  },
} satisfies AreaContract;
