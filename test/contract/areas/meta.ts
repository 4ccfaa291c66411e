import { type AreaContract, NO_PROFILE } from '../contract.ts';

export default {
  recipes: {
    'meta.get_root': {},
    'meta.get_links': {},
    'meta.get': {},
    'meta.list_operations': {},
    'meta.get_operation': { path: () => ({ operation: 'bookmarks.set' }), missing: 'operation_not_found' },
  },
  permissions: {
    'meta.get_root': NO_PROFILE,
    'meta.get_links': NO_PROFILE,
    'meta.get': NO_PROFILE,
    'meta.list_operations': NO_PROFILE,
    'meta.get_operation': NO_PROFILE,
  },
  roundTrips: {
    'meta.get': 0,
    'meta.get_links': 0,
    'meta.get_operation': 0,
    'meta.get_root': 0,
    'meta.list_operations': 0,
  },
} satisfies AreaContract;
