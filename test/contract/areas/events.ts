import { type AreaContract, any } from '../contract.ts';

export default {
  recipes: { 'events.list': {}, 'events.stream': {}, 'events.create_stream_ticket': {} },
  permissions: { 'events.list': any, 'events.stream': any, 'events.create_stream_ticket': any },
  roundTrips: { 'events.list': 1, 'events.stream': 1, 'events.create_stream_ticket': 1 },
} satisfies AreaContract;
