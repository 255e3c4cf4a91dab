import { Type } from 'typebox';
import { count } from './setting.ts';

/** Plaza: limits of its API, posts, uploads, feeds and pages. */
export const plazaSettings = {
  PLAZA_RATE_LIMIT: count('Requests to /apis/php that one account may make in 5 minutes', 1500),
  PLAZA_STRANGER_LIMIT: count(
    'Requests to /apis/php that one network address may make in 5 minutes without signing in',
    300,
  ),
  PLAZA_PUBLIC_APP_LIMIT: count('The same with the keys of public apps, all of them together', 120),
  AGENT_REGISTRATION_LIMIT: count(
    'Agents that may register or ask for a claim from one network address in a minute',
    10,
  ),
  AGENT_CALL_LIMIT: count('Calls that one agent may make at /a2a and /mcp in a minute', 60),
  OAUTH_LIMIT: count('Exchanges and consents of “log in with” from one network address in a minute', 10),
  LIVE_STREAMS: count('Live streams (one for each browser of a member) that one process holds', 10_000),
  LIVE_STREAMS_PER_ACCOUNT: count(
    'Live streams of one account in one process; the oldest beyond that ends',
    10,
  ),
  FEED_LENGTH: count(
    'Posts that are kept ready for each reader’s feed; older ones are gathered when asked for',
    800,
  ),
  FEED_DAYS: count('Days for which a feed is kept ready after its reader was last here', 14),
  FEED_FAN_OUT_LIMIT: count(
    'Followers beyond which a post is not written into feeds, but found when they are read',
    2000,
  ),
  PAGES_PER_PERSON: count('Pages that one person may own', 20),
  PAGE_INVITATIONS: count('Invitations to like a page that one person may send in a day', 50),
  SEARCH_LIMIT: count('Searches that one account, or one network address, may make in a minute', 60),
  POST_LIMIT: count('Posts, and comments, that one person may write in an hour', 300),
  NEWCOMER_POST_LIMIT: count(
    'Posts in 5 minutes, and comments in 2, from somebody whose account is younger than a day',
    10,
  ),
  MONETIZATION: Type.Enum(['members', 'operators', 'nobody'], {
    description: 'Who may offer plans to subscribe to: the permission can_monetize_content',
    default: 'members',
  }),
  CHAT_MESSAGE_LIMIT: count('Messages that one person may send in a minute', 120),
  CHAT_STRANGER_LIMIT: count(
    'People to whom somebody may write first in a day, where neither is a friend or follower of the other',
    20,
  ),
  CHAT_REQUEST_MESSAGES: count('Messages that a stranger may send before the other one accepts them', 10),
  CHAT_GROUP_MEMBERS: count('Members of a group conversation', 100, 2),
  VOTE_DOWN_AFTER_DAYS: count('Days after joining from which one may vote questions and answers down', 1, 0),
  UPLOAD_LIMIT: count('Files that one person may upload in 30 minutes', 30),
  UPLOAD_DAY_LIMIT: count('Files that one person may upload in a day', 1000),
  UPLOAD_VIDEO_MIB: count('Largest video that may be uploaded, in MiB', 100),
  UPLOAD_AUDIO_MIB: count('Largest sound or voice note that may be uploaded, in MiB', 16),
  UPLOAD_FILE_MIB: count('Largest other file that may be uploaded, in MiB', 16),
  STORAGE_QUOTA_MIB: count(
    'What the uploads and the pictures of posts of one account may take up, in MiB; 0: no limit',
    4096,
    0,
  ),
} as const;
