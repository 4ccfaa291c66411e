import { type AreaContract, any } from '../contract.ts';

export default {
  recipes: {
    'me.get': {},
  },
  permissions: {
    'me.get': any,
  },
  roundTrips: {
    'me.get': 1,
  },
} satisfies AreaContract;
