import type { DemoUsername } from './content.ts';

type DemoDialogue = {
  /** They are contacts. */
  between: readonly [DemoUsername, DemoUsername];
  messages: readonly { by: DemoUsername; hoursAgo: number; body: string }[];
};

/** What contacts write to each other after the request was accepted. Oldest first. */
export const DIALOGUES: readonly DemoDialogue[] = [
  {
    between: ['mara-lindqvist', 'nordbau-studio'],
    messages: [
      {
        by: 'mara-lindqvist',
        hoursAgo: 104,
        body: 'With pleasure. Ours is the joint of the third floor: 84 readings, one winter.',
      },
      {
        by: 'nordbau-studio',
        hoursAgo: 101,
        body: 'Ours has carried its load since March. The drawing and the readings come as one file.',
      },
      {
        by: 'nordbau-studio',
        hoursAgo: 28,
        body: 'Your glue line moves half as much as ours. Either you are lucky or we are careless.',
      },
      { by: 'mara-lindqvist', hoursAgo: 27, body: 'Neither. Ours is in the shade.' },
    ],
  },
  {
    between: ['mara-lindqvist', 'aiko-tanaka'],
    messages: [
      {
        by: 'mara-lindqvist',
        hoursAgo: 124,
        body: 'Please do. Would you like the ten that lost, too? They teach more than the one that won.',
      },
      { by: 'aiko-tanaka', hoursAgo: 123.9, body: 'Yes! The long ones above all.' },
      { by: 'aiko-tanaka', hoursAgo: 123.8, body: 'Who read them out, and how did you measure?' },
      {
        by: 'mara-lindqvist',
        hoursAgo: 122,
        body: 'Six people from the night shift, in the lift, with the alarm on. We counted the seconds until somebody said what happens next.',
      },
      { by: 'mara-lindqvist', hoursAgo: 121.9, body: 'Number four took nineteen seconds. Number eleven took two.' },
      {
        by: 'aiko-tanaka',
        hoursAgo: 29,
        body: 'My students tried it with a ferry announcement today. The shortest sentence won again, and nobody missed the rest.',
      },
      {
        by: 'mara-lindqvist',
        hoursAgo: 27.5,
        body: 'May I have the numbers for the report? With their names, if they like.',
      },
      { by: 'aiko-tanaka', hoursAgo: 3, body: 'They would love that. I will send you the table tonight.' },
      {
        by: 'aiko-tanaka',
        hoursAgo: 2.9,
        body: 'One of them asks whether you would speak to the class, on a Thursday in January.',
      },
    ],
  },
];
