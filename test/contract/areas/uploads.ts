import { type AreaContract, one } from '../contract.ts';

export default {
  recipes: { 'uploads.create': { body: () => ({}) } },
  permissions: { 'uploads.create': one('posting', 'drafting', 'commenting') },
  roundTrips: { 'uploads.create': 1 },
} satisfies AreaContract;
