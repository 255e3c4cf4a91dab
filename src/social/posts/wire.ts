import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { Version } from './editing/list-versions.ts';
import { PaywallBody } from './requests/paywall-body.ts';
import { NewPost, toNewPost } from './requests/post-body.ts';
import type { PostContent } from './post-content.ts';

// Generous: the operation limits the length in user-perceived characters.
const Text = Type.String({ maxLength: 20_000 });

export const PostChange = Type.Object(
  {
    title: Type.Optional(Type.String({ maxLength: 1000, description: 'Title of a thread' })),
    // The maximum of all kinds that can be edited with this operation.
    text: Type.String({ maxLength: 120_000 }),
    warning: Type.Optional(Type.String({ maxLength: 2000 })),
    ...PaywallBody,
    alt: Type.Optional(
      Type.Array(Type.String({ maxLength: 6000 }), {
        maxItems: 10,
        description: 'Alt text of each picture, in order',
      }),
    ),
    // No default, because editing the text must not change the audience.
    privacy: Type.Optional(Type.Enum(['public', 'friends', 'me'])),
  },
  { title: 'PostChange' },
);

export const PostId = ById;

export const Share = Type.Object(
  {
    id: Id,
    text: Type.Optional(Text),
    privacy: Type.Optional(Type.Enum(['public', 'friends', 'me'], { default: 'public' })),
  },
  { title: 'Share' },
);

export const VersionRecord = Type.Object(
  {
    title: Type.String(),
    text: Type.String(),
    time: Type.String({ description: 'ISO 8601: when this version was published' }),
  },
  { title: 'Version' },
);

export const toVersionRecord = ({ title, text, at }: Version): Static<typeof VersionRecord> => ({
  title,
  text,
  time: at.toISOString(),
});

export const NewDraft = Type.Object(
  {
    id: Type.Optional(Id),
    ...NewPost.properties,
  },
  { title: 'NewDraft' },
);

export function toDraftContent(body: Omit<Static<typeof NewDraft>, 'id'>): PostContent {
  const {
    text,
    privacy,
    warning = '',
    photos,
    video,
    attachments = [],
    poll,
    quoteId,
    paywall,
  } = toNewPost(body);
  return {
    text,
    privacy,
    warning,
    photos: [...photos],
    ...(video && { video: { path: video.path, alt: video.alt ?? '' } }),
    ...(attachments.length > 0 && { attachments: [...attachments] }),
    ...(poll && { poll: { ...poll, options: [...poll.options] } }),
    ...(quoteId !== undefined && { quoteId }),
    ...(paywall && { paywall }),
  };
}
