import { callReadingTool, callWritingTool } from './call-tool.ts';
import { readCities, readDocs, readGuide, readKnownCities, readPackedGuide } from './constant-answers.ts';
import { createPost } from './create-post.ts';
import { follow } from './follow.ts';
import { makeContact } from './make-contact.ts';
import { pollEvents } from './poll-events.ts';
import { postPhoto, postPhotoS3 } from './post-photo.ts';
import { react } from './react.ts';
import { readAvatar, readAvatarS3 } from './read-avatar.ts';
import { readByToken } from './read-by-token.ts';
import { readFeedOfHundreds, readFeedOfThousands, readSmallFeed } from './read-feed.ts';
import { readHomeOfMember } from './read-home.ts';
import { readFollowers, readPosts } from './read-lists.ts';
import { readContacts, readConversations, readMessages } from './read-network.ts';
import { readNotifications } from './read-notifications.ts';
import { readAuthenticated, readPublic, readRepeated } from './read-post.ts';
import { readProfile } from './read-profile.ts';
import { searchForPosts, searchForProfiles } from './read-search.ts';
import type { Scenario } from './scenario.ts';
import { sendMessage } from './send-message.ts';
import { setAvatar, setAvatarS3 } from './set-avatar.ts';
import { signIn } from './sign-in.ts';

/** Every scenario, in the order of the table. A new one needs a file and a line here. */
export const SCENARIOS: readonly Scenario[] = [
  readPublic,
  readRepeated,
  readAuthenticated,
  readByToken,
  readProfile,
  readFollowers,
  readPosts,
  readSmallFeed,
  readFeedOfHundreds,
  readFeedOfThousands,
  searchForProfiles,
  searchForPosts,
  readHomeOfMember,
  readNotifications,
  pollEvents,
  readContacts,
  readConversations,
  readMessages,
  readCities,
  readKnownCities,
  readAvatar,
  readDocs,
  readGuide,
  readPackedGuide,
  createPost,
  react,
  follow,
  sendMessage,
  makeContact,
  callReadingTool,
  callWritingTool,
  signIn,
  postPhoto,
  setAvatar,
  readAvatarS3,
  postPhotoS3,
  setAvatarS3,
];
