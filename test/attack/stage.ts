import { startBystander } from './bystander.ts';
import type { Stage } from './run-case.ts';
import { startServer } from './server.ts';
import { makeWorld } from './world.ts';

/** A running server with members, and another client that keeps sending requests. */
export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const server = await startServer(env);
  try {
    const world = await makeWorld(server.port);
    const bystander = startBystander({ port: server.port, ...world.host });
    return { server, world, bystander };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

export async function closeStage({ server, bystander }: Stage): Promise<void> {
  await bystander.stop();
  await server.stop();
}
