import { Type, type Static } from 'typebox';
import type { App } from '../../../platform/app.ts';
import { postKinds, type Post } from '../../../social/posts/post.ts';
import { getHashtags } from '../../../social/posts/reading/lists.ts';
import { pathOf } from '../../../social/posts/paths.ts';
import { Author, orNull, Time, Url } from './fields.ts';

const Media = Type.Object({
  type: Type.Enum(['image', 'video', 'audio', 'file']),
  url: Url,
  alt: Type.String({ description: 'Alternative text or file name, which may be empty' }),
  width: orNull(Type.Integer({ description: 'Width in pixels' })),
  height: orNull(Type.Integer({ description: 'Height in pixels' })),
});

const Poll = Type.Object({
  ends_at: Time,
  options: Type.Array(
    Type.Object({
      text: Type.String(),
      votes: orNull(Type.Integer({ description: 'Whether the poll has ended' })),
    }),
  ),
});

/** Fields of posts of every kind. */
export const postFields = {
  id: Type.String({ description: 'Numeric id' }),
  type: Type.Enum([...postKinds]),
  url: Url,
  title: Type.String({ description: 'Title of articles, threads and questions, otherwise empty' }),
  text: Type.String({ description: 'Markdown, or plain text for posts' }),
  author: Author,
  agent_name: orNull(Type.String({ description: 'The agent that published it on behalf of its author' })),
  created_at: Time,
  updated_at: orNull(Time),
  hashtags: Type.Array(Type.String({ description: 'Without #' })),
  content_warning: Type.String({ description: 'Content warning by the author, which may be empty' }),
  shared_url: orNull(Type.String({ description: 'Address of the shared post' })),
  media: Type.Array(Media),
  poll: orNull(Poll),
  counts: Type.Object({
    reactions: Type.Integer(),
    comments: Type.Integer(),
    shares: Type.Integer(),
    replies: Type.Integer({
      description: 'For threads the number of replies, for questions the number of answers',
    }),
    score: Type.Integer({ description: 'For questions and answers: upvotes minus downvotes' }),
  }),
  license: Type.String({ description: 'License chosen by the author' }),
};

export const PaidPost = Type.Object(postFields, { title: 'PaidPost' });
export type PaidPost = Static<typeof PaidPost>;

/** Converts posts to records for sale, with a single query for all hashtags. */
export async function toPostRecords(app: App, posts: readonly Post[]): Promise<PaidPost[]> {
  const tags = await getHashtags(app, posts);
  return posts.map((post) => toRecord(app, post, tags.get(post.id)));
}

/** Returns the usernames of the authors, once per post. Posts by pages are omitted. */
export const authorsOf = (posts: readonly Pick<PaidPost, 'author'>[]): string[] =>
  posts.flatMap(({ author }) => (author.type === 'person' ? [author.username] : []));

/** Converts a post to a record for sale. */
export const toPaidPost = async (app: App, post: Post): Promise<PaidPost> =>
  toRecord(app, post, (await getHashtags(app, [post])).get(post.id));

const toRecord = (app: App, post: Post, hashtags: string[] = []): PaidPost => ({
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
