import type { FastifyPluginAsync } from 'fastify';
import { accessGrantRoutes } from './access/routes-grants.ts';
import { invitationRoutes } from './access/routes-invitations.ts';
import { accountRoutes } from './account/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { contactRoutes } from './contacts/routes-contacts.ts';
import { contactRequestRoutes } from './contacts/routes-requests.ts';
import { conversationReadingRoutes } from './conversations/routes-reading.ts';
import { conversationWritingRoutes } from './conversations/routes-writing.ts';
import { exportRoutes } from './exports/routes.ts';
import { exportDownloadRoutes } from './exports/routes-download.ts';
import { followRoutes } from './follows/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { meRoutes } from './me/routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { metaRoutes } from './meta/routes.ts';
import { oauthGrantRoutes } from './oauth-grants/routes.ts';
import { draftRoutes } from './posts/routes-drafts.ts';
import { postReadingRoutes } from './posts/routes-reading.ts';
import { postWritingRoutes } from './posts/routes-writing.ts';
import { profileRoutes } from './profiles/routes.ts';
import { discoveryRoutes } from './profiles/routes-discovery.ts';
import { profilePictureRoutes } from './profiles/routes-pictures.ts';
import { reportRoutes } from './reports/routes.ts';
import { safetyRoutes } from './safety/routes.ts';
import { taxonomyRoutes } from './taxonomies/routes.ts';
import { verificationRoutes } from './verifications/routes.ts';

/** Every area of the service. An area uses only those above it. */
export const areas: readonly FastifyPluginAsync[] = [
  metaRoutes,
  taxonomyRoutes,
  accountRoutes,
  profileRoutes,
  profilePictureRoutes,
  discoveryRoutes,
  verificationRoutes,
  accessGrantRoutes,
  invitationRoutes,
  followRoutes,
  contactRequestRoutes,
  contactRoutes,
  safetyRoutes,
  postReadingRoutes,
  postWritingRoutes,
  draftRoutes,
  conversationReadingRoutes,
  conversationWritingRoutes,
  reportRoutes,
  homeRoutes,
  mediaRoutes,
  exportRoutes,
  exportDownloadRoutes,
  keyRoutes,
  oauthGrantRoutes,
  auditRoutes,
  meRoutes,
];
