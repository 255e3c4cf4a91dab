import { Type, type Static } from 'typebox';
import type { App } from '../../../platform/app.ts';
import { postKinds, type Post } from '../../../social/posts/post.ts';
import { readHashtags } from '../../../social/posts/reading/read-hashtags.ts';
import { pathOf } from '../../../social/posts/sharing/path-of.ts';
import { Author, orNull, Time, Url } from './fields.ts';

const Media = Type.Object({
  type: Type.Enum(['image', 'video', 'audio', 'file']),
  url: Url,
  alt: Type.String({ description: 'What it shows, or its name; may be empty' }),
  width: orNull(Type.Integer({ description: 'Pixels' })),
  height: orNull(Type.Integer({ description: 'Pixels' })),
});

const Poll = Type.Object({
  ends_at: Time,
  options: Type.Array(
    Type.Object({ text: Type.String(), votes: orNull(Type.Integer({ description: 'Once it has ended' })) }),
  ),
});

/** What posts of every kind have. */
export const postFields = {
  id: Type.String({ description: 'Digits' }),
  type: Type.Enum([...postKinds]),
  url: Url,
  title: Type.String({ description: 'Of articles, threads and questions; else empty' }),
  text: Type.String({ description: 'Markdown; of posts, plain text' }),
  author: Author,
  agent_name: orNull(Type.String({ description: 'The agent that published it for its author' })),
  created_at: Time,
  updated_at: orNull(Time),
  hashtags: Type.Array(Type.String({ description: 'Without #' })),
  content_warning: Type.String({ description: 'What its author warns of; may be empty' }),
  shared_url: orNull(Type.String({ description: 'Address of the post that it shares' })),
  media: Type.Array(Media),
  poll: orNull(Poll),
  counts: Type.Object({
    reactions: Type.Integer(),
    comments: Type.Integer(),
    shares: Type.Integer(),
    replies: Type.Integer({ description: 'Of threads their replies, of questions their answers' }),
    score: Type.Integer({ description: 'Of questions and answers: votes for less votes against' }),
  }),
  license: Type.String({ description: 'Under which terms its author published it' }),
};

export const PostRecord = Type.Object(postFields);
export type PostRecord = Static<typeof PostRecord>;

/** Posts as they are sold. One query for all hashtags. */
export async function toPostRecords(app: App, posts: readonly Post[]): Promise<PostRecord[]> {
  const tags = await readHashtags(app, posts);
  return posts.map((post) => toRecord(app, post, tags.get(post.id)));
}

/** User names of the people who wrote these, once for each post; what a page says is the page's. */
export const authorsOf = (posts: readonly Pick<PostRecord, 'author'>[]): string[] =>
  posts.flatMap(({ author }) => (author.type === 'person' ? [author.username] : []));

/** One post as it is sold. */
export const toPostRecord = async (app: App, post: Post): Promise<PostRecord> =>
  toRecord(app, post, (await readHashtags(app, [post])).get(post.id));

const toRecord = (app: App, post: Post, hashtags: string[] = []): PostRecord => ({
  id: post.id,
  type: post.kind,
  url: `${app.config.plazaUrl}${pathOf(post)}`,
  title: post.title,
  text: post.text,
  author: toAuthor(app, post),
  agent_name: post.agentName,
  created_at: post.createdAt.toISOString(),
  updated_at: post.editedAt?.toISOString() ?? null,
  hashtags,
  content_warning: post.warning,
  shared_url: post.origin && `${app.config.plazaUrl}${pathOf(post.origin)}`,
  media: toMedia(post),
  poll: post.poll && toPoll(post.poll),
  counts: {
    reactions: Object.values(post.reactions).reduce((sum, n) => sum + n, 0),
    comments: post.comments,
    shares: post.shares,
    replies: post.replies,
    score: post.score,
  },
  license: app.config.CONTENT_LICENSE,
});

const toPoll = ({ endsAt, options, showsResults }: NonNullable<Post['poll']>): Static<typeof Poll> => ({
  ends_at: endsAt.toISOString(),
  options: options.map(({ text, votes }) => ({ text, votes: showsResults ? votes : null })),
});

function toAuthor({ config }: App, { author, page }: Post): Author {
  return page
    ? {
        type: 'page',
        username: page.username,
        name: page.title,
        url: `${config.plazaUrl}/pages/${page.username}`,
      }
    : {
        type: 'person',
        username: author.username,
        name: author.name,
        url: `${config.plazaUrl}/@${author.username}`,
      };
}

type Media = Static<typeof Media>;

function toMedia({ photos, video, attachments }: Post): Media[] {
  return [
    ...photos.map(({ address, alt, width, height }): Media => ({
      type: 'image',
      url: address,
      alt,
      width,
      height,
    })),
    ...(video
      ? [
          {
            type: 'video' as const,
            url: video.address,
            alt: video.alt,
            width: video.width,
            height: video.height,
          },
        ]
      : []),
    ...attachments.map(({ kind, address, name }): Media => ({
      type: kind === 'file' ? 'file' : 'audio',
      url: address,
      alt: name,
      width: null,
      height: null,
    })),
  ];
}
