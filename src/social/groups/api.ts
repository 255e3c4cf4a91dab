import { type Static, Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { largestPicture } from '../../platform/pictures.ts';
import {
  After,
  Done,
  Envelope,
  nextPage,
  nextPlace,
  notACursor,
  pageAfter,
  PageEnvelope,
} from '../../platform/http/families/social.ts';
import { type Group, groupKinds, groupLevels, groupRoles, pathOfGroup } from '../access/group.ts';
import { postFiles } from '../posts/post-files.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { fileMetadataOf, NewPost, toNewPost } from '../posts/requests/post-body.ts';
import { setGroupChat } from './chat.ts';
import {
  addGroup,
  deleteGroup,
  getGroup,
  groupLists,
  listGroups,
  setPictureOfGroup,
  updateGroup,
} from './groups.ts';
import { joinGroup, leaveGroup } from './membership.ts';
import { muteLengths, setGroupNotifications } from './notifications.ts';
import { listGroupPosts, pinInGroup, writeInGroup } from './posts.ts';
import { groupTeamRoutes } from './team-api.ts';

const Kind = Type.Enum([...groupKinds], {
  description:
    'public: members of the site find, read and join it; closed: they find it and request to join; secret: by invitation only',
});

const GroupRecord = Type.Object(
  {
    id: Type.String(),
    kind: Kind,
    title: Type.String(),
    about: Type.String(),
    picture: Type.String({ description: 'Absolute URL; empty if there is none' }),
    rules: Type.String({ description: 'Accepted on joining; empty for none' }),
    questions: Type.Array(Type.String(), { description: 'Asked of people who request to join' }),
    members: Type.Integer({ description: 'Number of members' }),
    role: Type.Enum([...groupRoles, ''], { description: 'Your role; empty if you are not a member' }),
    plan_id: Type.String({ description: 'Plan to which members subscribe; empty if the group is free' }),
    subscribed: Type.Boolean({ description: 'Whether you subscribe to the plan, or need not' }),
    notifications: Type.Enum([...groupLevels], { description: 'What notifies you, as a member' }),
    muted_until: Type.String({ description: 'ISO 8601; empty if you have not muted it' }),
    has_chat: Type.Boolean({ description: 'Whether a chat is attached' }),
    chat_id: Type.String({ description: 'Conversation of its chat, if you are in it; otherwise empty' }),
    requested: Type.Boolean({ description: 'Whether your request to join is waiting' }),
    url: Type.String(),
    created: Type.String({ description: 'ISO 8601' }),
  },
  { title: 'Group' },
);

const toRecord = (app: App, group: Group): Static<typeof GroupRecord> => ({
  id: group.id,
  kind: group.kind,
  title: group.title,
  about: group.about,
  picture: group.portrait ?? '',
  rules: group.rules,
  questions: [...group.questions],
  members: group.members,
  role: group.role ?? '',
  plan_id: group.plan?.id ?? '',
  subscribed: group.plan?.isPaid ?? true,
  notifications: group.notifications.level,
  muted_until: group.notifications.mutedUntil?.toISOString() ?? '',
  has_chat: group.hasChat,
  chat_id: group.chatId ?? '',
  requested: group.isRequested,
  url: `${app.config.plazaUrl}${pathOfGroup(group)}`,
  created: group.createdAt.toISOString(),
});

const fields = {
  about: Type.String({ maxLength: 10_000, description: 'At most 2,000 characters' }),
  rules: Type.String({ maxLength: 20_000, description: 'At most 5,000 characters' }),
  questions: Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 3 }),
};
const Title = Type.String({ maxLength: 1000, description: 'At most 80 characters' });

const member = operations('Groups', 'member');
const path = '/apis/php/groups';

export const groupRoutes = [
  member.get({
    path,
    summary: 'List groups',
    description: 'Extension. Newest first, 20 per page. `mine`: those you are a member of, also secret ones.',
    query: Type.Object({
      list: Type.Enum([...groupLists], { default: 'all' }),
      q: Type.Optional(Type.String({ maxLength: 200, description: 'Words in the title' })),
      ...After,
    }),
    returns: PageEnvelope(Type.Array(GroupRecord)),
    handle: async ({ app, viewer, query: { list, q, after } }) => {
      const page = pageAfter(after, 500);
      const { items, hasMore } = await listGroups(app, viewer, { list, q, page });
      return { data: items.map((group) => toRecord(app, group)), ...nextPage(page, hasMore) };
    },
  }),
  member.get({
    path: `${path}/group`,
    summary: 'Get a group',
    description: 'Extension. A secret group is found only by its members.',
    query: ById,
    returns: Envelope(GroupRecord),
    handle: async ({ app, viewer, query }) => ({
      data: toRecord(app, await getGroup(app, viewer, query.id)),
    }),
  }),
  member.post({
    path,
    verb: addGroup,
    summary: 'Add a group',
    description: 'Extension. You become its owner.',
    body: Type.Object({
      kind: Kind,
      title: Title,
      about: { ...fields.about, default: '' },
      rules: { ...fields.rules, default: '' },
      questions: { ...fields.questions, default: [] },
    }),
    returns: Envelope(GroupRecord),
    example: {
      kind: 'closed',
      title: 'Bakers of the valley',
      about: 'Bread and ovens',
      rules: '',
      questions: ['What do you bake?'],
    },
    handle: async ({ app, viewer, body }) => {
      const id = await addGroup(app, viewer, body);
      return { data: toRecord(app, await getGroup(app, viewer, id)) };
    },
  }),
  member.post({
    path: `${path}/update`,
    verb: updateGroup,
    summary: 'Change a group',
    description: 'Extension. For its owner and admins. Omitted fields stay as they are.',
    body: Type.Object({
      id: Id,
      kind: Type.Optional(Kind),
      title: Type.Optional(Title),
      about: Type.Optional(fields.about),
      rules: Type.Optional(fields.rules),
      questions: Type.Optional(fields.questions),
    }),
    returns: Envelope(GroupRecord),
    example: { id: '12', title: 'Bakers and millers' },
    handle: async ({ app, viewer, body: { id, ...typed } }) => {
      await updateGroup(app, viewer, id, typed);
      return { data: toRecord(app, await getGroup(app, viewer, id)) };
    },
  }),
  member.post({
    path: `${path}/picture`,
    verb: setPictureOfGroup,
    summary: 'Set the picture of a group',
    description:
      'Extension. For its owner and admins. As multipart/form-data. Without a file, the picture is removed.',
    files: { fields: ['file'], aliases: ['picture', 'image', 'photo'], max: 1, bytes: largestPicture },
    body: ById,
    returns: Envelope(GroupRecord),
    example: { id: '12' },
    handle: async ({ app, viewer, body: { id }, files: [upload] }) => {
      await setPictureOfGroup(app, viewer, id, upload?.file ?? upload?.body);
      return { data: toRecord(app, await getGroup(app, viewer, id)) };
    },
  }),
  member.post({
    path: `${path}/delete`,
    verb: deleteGroup,
    summary: 'Delete a group',
    description: 'Extension. For its owner. Nobody sees its posts afterwards.',
    body: ById,
    returns: Done,
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await deleteGroup(app, viewer, body.id);
      return { message: 'Deleted' };
    },
  }),
  member.post({
    path: `${path}/join`,
    verb: joinGroup,
    summary: 'Join a public group, or request to join a closed one',
    description:
      'Extension. `accept_rules` is required if the group has rules, and `answers` if it is closed and has questions.',
    body: Type.Object({
      id: Id,
      accept_rules: Type.Boolean({ default: false }),
      answers: Type.Optional(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 3 })),
    }),
    returns: Envelope(GroupRecord),
    example: { id: '12', accept_rules: true, answers: ['Rye bread'] },
    handle: async ({ app, viewer, body: { id, accept_rules: accepts, answers = [] } }) => {
      await joinGroup(app, viewer, id, { accepts, answers });
      return { data: toRecord(app, await getGroup(app, viewer, id)) };
    },
  }),
  member.post({
    path: `${path}/leave`,
    verb: leaveGroup,
    summary: 'Leave a group, or cancel your request to join it',
    description: 'Extension. Its owner makes someone else the owner first.',
    body: ById,
    returns: Done,
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await leaveGroup(app, viewer, body.id);
      return { message: 'Left' };
    },
  }),
  member.post({
    path: `${path}/notifications`,
    verb: setGroupNotifications,
    summary: 'Choose what of a group notifies you',
    description:
      'Extension. For its members. `highlights`: announcements, and posts by people whom you follow or are friends with. Omitted fields stay as they are.',
    body: Type.Object({
      id: Id,
      level: Type.Optional(Type.Enum([...groupLevels])),
      mute: Type.Optional(
        Type.Integer({ description: `Hours: ${muteLengths.join(', ')}. While muted, nothing notifies you` }),
      ),
    }),
    returns: Envelope(GroupRecord),
    example: { id: '12', level: 'all' },
    handle: async ({ app, viewer, body: { id, level, mute } }) => {
      await setGroupNotifications(app, viewer, id, { level, muteFor: mute });
      return { data: toRecord(app, await getGroup(app, viewer, id)) };
    },
  }),
  member.get({
    path: `${path}/posts`,
    summary: 'List the posts of a group',
    description: 'Extension. Newest first, 20 per page. The first page starts with the announcements.',
    query: Type.Object({ id: Id, ...After }),
    returns: PageEnvelope(Type.Array(PostRecord)),
    handle: async ({ app, viewer, query: { id, after } }) => {
      if (after !== undefined && !/^\d{1,18}$/.test(after)) throw notACursor();
      const { items, next } = await listGroupPosts(app, viewer, id, { before: after });
      return { data: items.map((post) => toPostRecord(app, post)), ...nextPlace(next) };
    },
  }),
  member.post({
    path: `${path}/posts`,
    verb: writeInGroup,
    summary: 'Publish a post in a group',
    description: 'Extension. For its members. Such a post cannot be shared or sold.',
    files: postFiles,
    body: Type.Object({ id: Id, ...Type.Omit(NewPost, ['privacy', 'quote_id']).properties }),
    returns: Envelope(PostRecord),
    example: { id: '12', text: 'Who has rye flour?' },
    handle: async ({ app, viewer, body: { id: groupId, ...body }, files }) => {
      const id = await writeInGroup(app, viewer, groupId, toNewPost(body), files, fileMetadataOf(body));
      return { data: toPostRecord(app, await getPost(app, viewer, id)) };
    },
  }),
  member.post({
    path: `${path}/pin`,
    verb: pinInGroup,
    summary: 'Pin a post as an announcement, or unpin it',
    description: 'Extension. For the team of the group. At most three.',
    body: Type.Object({ id: Id, post_id: Id, do: Type.Enum(['pin', 'unpin'], { default: 'pin' }) }),
    returns: Done,
    example: { id: '12', post_id: '34', do: 'pin' },
    handle: async ({ app, viewer, body }) => {
      await pinInGroup(app, viewer, body.id, body.post_id, body.do);
      return { message: body.do === 'pin' ? 'Pinned' : 'Unpinned' };
    },
  }),
  member.post({
    path: `${path}/chat`,
    verb: setGroupChat,
    summary: 'Attach a chat to a group, or delete it',
    description: 'Extension. For the owner and admins. Its members are those of the group. `off` deletes it.',
    body: Type.Object({ id: Id, do: Type.Enum(['on', 'off']) }),
    returns: Done,
    example: { id: '12', do: 'on' },
    handle: async ({ app, viewer, body }) => {
      await setGroupChat(app, viewer, body.id, body.do);
      return { message: 'Saved' };
    },
  }),
  ...groupTeamRoutes,
];
