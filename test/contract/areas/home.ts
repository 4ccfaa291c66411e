import { type AreaContract, any } from '../contract.ts';

export default {
  recipes: {
    'home.get': {},
  },
  permissions: {
    'home.get': any,
  },
  roundTrips: {
    'home.get': 3,
  },
} satisfies AreaContract;
