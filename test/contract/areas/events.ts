import { type AreaContract, any } from '../contract.ts';

export default {
  recipes: { 'events.list': {} },
  permissions: { 'events.list': any },
  statements: { 'events.list': 1 },
} satisfies AreaContract;
