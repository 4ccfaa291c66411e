import { type AreaContract, any } from '../contract.ts';

export default {
  recipes: {
    'audit.list': {},
  },
  permissions: {
    'audit.list': any,
  },
  roundTrips: {
    'audit.list': 1,
  },
} satisfies AreaContract;
