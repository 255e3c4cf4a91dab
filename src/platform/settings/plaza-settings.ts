import { Type } from 'typebox';
import { count, text } from './setting.ts';

/** Plaza: limits of its API, posts, uploads, feeds and pages. */
export const plazaSettings = {
  SOURCE_URL: text('URL of the source code, linked under “Run your own” on the about page; empty: no link'),
  PLAZA_RATE_LIMIT: count('Requests to /apis/php per account in 5 minutes', 1500),
  PLAZA_ANONYMOUS_LIMIT: count('Requests to /apis/php per network address in 5 minutes when signed out', 300),
  PLAZA_PUBLIC_APP_LIMIT: count(
    'Requests to /apis/php per network address in 5 minutes with keys of public apps, in total',
    120,
  ),
  AGENT_REGISTRATION_LIMIT: count('Agent registrations and claims per network address in a minute', 10),
  AGENT_CALL_LIMIT: count('Calls to /a2a and /mcp per agent in a minute', 60),
  OAUTH_LIMIT: count('OAuth exchanges and consents per network address in a minute', 10),
  LIVE_STREAMS: count('Live streams per process (one for each browser of a member)', 10_000),
  LIVE_STREAMS_PER_ACCOUNT: count(
    'Live streams per account and process; the oldest one is closed beyond that',
    10,
  ),
  SOCKET_HANDSHAKE_LIMIT: count(
    'Connections to /socket.io started per network address and process in a minute',
    120,
  ),
  SOCKETS_PER_ADDRESS: count('Open connections to /socket.io per network address and process', 200),
  SOCKET_SIGN_IN_SECONDS: count(
    'Seconds after which a connection to /socket.io without a session is closed',
    10,
  ),
  FEED_LENGTH: count('Posts stored per feed; older ones are queried when requested', 800),
  FEED_DAYS: count('Days after a reader’s last visit for which their feed is stored', 14),
  FEED_FAN_OUT_LIMIT: count(
    'Followers beyond which posts are not fanned out to feeds but merged when read',
    2000,
  ),
  PAGES_PER_PERSON: count('Maximum pages per owner', 20),
  PAGE_INVITATIONS: count('Page invitations per person in a day', 50),
  SEARCH_LIMIT: count('Searches per account or network address in a minute', 60),
  POST_LIMIT: count('Posts, and comments, per person in an hour', 300),
  NEWCOMER_POST_LIMIT: count('Posts in 5 minutes, and comments in 2, for accounts younger than a day', 10),
  MONETIZATION: Type.Enum(['members', 'operators', 'nobody'], {
    description: 'Who can offer subscription plans (the permission can_monetize_content)',
    default: 'members',
  }),
  CHAT_MESSAGE_LIMIT: count('Chat messages per person in a minute', 120),
  CHAT_STRANGER_LIMIT: count('Strangers that one person may message first in a day', 20),
  CHAT_REQUEST_MESSAGES: count('Messages that a stranger may send before the request is accepted', 10),
  CHAT_GROUP_MEMBERS: count('Maximum members of a group conversation', 100, 2),
  VOTE_DOWN_AFTER_DAYS: count('Days after joining before members can downvote questions and answers', 1, 0),
  UPLOAD_LIMIT: count('Uploads per person in 30 minutes', 30),
  UPLOAD_DAY_LIMIT: count('Uploads per person in a day', 1000),
  UPLOAD_VIDEO_MIB: count('Maximum size of a video, in MiB', 100),
  UPLOAD_AUDIO_MIB: count('Maximum size of an audio file or voice note, in MiB', 16),
  UPLOAD_FILE_MIB: count('Maximum size of other files, in MiB', 16),
  STORAGE_QUOTA_MIB: count(
    'Storage quota of uploads and post images per account, in MiB; 0: unlimited',
    4096,
    0,
  ),
} as const;
