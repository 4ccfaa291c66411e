import type { StoredPicture } from '../../adapters/storage/store-pictures.ts';
import type { AgentHints } from '../../core/errors.ts';
import { hintFor } from '../../core/hints.ts';

/** Below this part of its size, text in a picture is often no longer readable. */
const SHRUNK_TO = 0.5;

/** Adds to the hint what a picture lost: more than half of its size, or the frames of an animation. */
export function withPictureNotes(agent: AgentHints, images: readonly StoredPicture[]): AgentHints {
  const notes = images.flatMap(({ width, height, given }, index) => [
    ...(given && width < given.width * SHRUNK_TO
      ? [
          `Image ${index + 1} was stored with ${width} x ${height} pixels, less than half of its size: if it has text to read, cut it into several images.`,
        ]
      : []),
    ...(given?.isAnimated ? [`Of image ${index + 1}, an animation, only the first frame was stored.`] : []),
  ]);
  return notes.length === 0 ? agent : { ...agent, hint: [hintFor(agent.hint ?? '', null), ...notes] };
}
