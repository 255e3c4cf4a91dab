import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../../kernel/input.ts';
import { PaywallBody, toPaywall } from './paywall.ts';
import { maxThreadPhotos, type NewPhoto, type NewPost as Post } from '../new-post.ts';
import { maxContinuations } from '../threads.ts';
import type { FileMetadata } from '../post-files.ts';

// Fields of a new post by a person or page.

const Privacy = Type.Enum(['public', 'friends', 'me'], { default: 'friends' });

// Generous: the operation limits the length in user-perceived characters.
const Text = Type.String({ maxLength: 20_000 });

const Path = Type.String({ maxLength: 300, description: 'A path returned by data/upload' });
const Paths = Type.Union([Path, Type.Array(Path, { maxItems: 10 })], {
  description: 'One or more paths returned by data/upload',
});
const Alts = Type.Array(Type.String({ maxLength: 6000 }), { maxItems: maxThreadPhotos });

const Continuation = Type.Object(
  { text: Type.Optional(Text), photos: Type.Optional(Paths), alt: Type.Optional(Alts) },
  { title: 'NewContinuation' },
);

/** Forms send text only. */
const Flag = Type.Union([Type.Boolean(), Type.Enum(['', '0', '1', 'true', 'false', 'on'])]);

export const NewPost = Type.Object(
  {
    text: Type.Optional(Text),
    privacy: Type.Optional(Privacy),
    photos: Type.Optional(Paths),
    video: Type.Optional(Path),
    video_alt: Type.Optional(Type.String({ maxLength: 6000, description: 'Alt text of the video' })),
    poster: Type.Optional(Path),
    audio: Type.Optional(Paths),
    voice_notes: Type.Optional(Paths),
    file: Type.Optional(Paths),
    warning: Type.Optional(Type.String({ maxLength: 2000, description: 'Content warning' })),
    ...PaywallBody,
    quote_id: Type.Optional(Id),
    thread: Type.Optional(
      Type.Union([Text, Type.Array(Type.Union([Text, Continuation]), { maxItems: 100 })], {
        description: `Up to ${maxContinuations} posts that continue this one as a thread, each as a text or with the paths of its pictures. All are published, or none. Attached pictures of the second post are in \`photos_2\`, and so on.`,
      }),
    ),
    poll_options: Type.Optional(
      Type.Array(Type.String({ maxLength: 1000 }), {
        maxItems: 20,
        description: '2 to 10 options; creates a poll',
      }),
    ),
    poll_multiple: Type.Optional(Flag),
    poll_final: Type.Optional(Flag),
    poll_minutes: Type.Optional(
      Type.Union(
        [Type.Integer({ minimum: 1, maximum: 10_000_000 }), Type.String({ pattern: '^[0-9]{1,8}$' })],
        {
          description: 'Duration of the poll; a day by default',
        },
      ),
    ),
    alt: Type.Optional(
      Type.Union([Type.String({ maxLength: 6000 }), Alts], {
        description: 'Alt text of each picture, in order',
      }),
    ),
  },
  { title: 'NewPost' },
);

const isOn = (flag: Static<typeof Flag> | undefined) =>
  flag === true || ['1', 'true', 'on'].includes(String(flag));

const listOf = (given: string | readonly string[] = []): string[] =>
  [given].flat().filter((path) => path !== '');

/** The post in a request, without its attached files. */
export function toNewPost(body: Static<typeof NewPost>): Post {
  return {
    text: body.text ?? '',
    privacy: body.privacy ?? 'friends',
    photos: photosOf(body),
    ...(body.video && { video: { path: body.video, alt: body.video_alt, poster: body.poster } }),
    attachments: (['audio', 'voice_notes', 'file'] as const).flatMap((field) =>
      listOf(body[field]).map((path) => ({ path, field })),
    ),
    warning: body.warning,
    quoteId: body.quote_id,
    paywall: toPaywall(body),
    thread: [body.thread ?? []]
      .flat()
      .map((part) =>
        typeof part === 'string'
          ? { text: part, photos: [] }
          : { text: part.text ?? '', photos: photosOf(part) },
      ),
    ...(body.poll_options && {
      poll: {
        options: body.poll_options,
        isMultiple: isOn(body.poll_multiple),
        isChangeable: !isOn(body.poll_final),
        minutes: Number(body.poll_minutes ?? 1440),
      },
    }),
  };
}

function photosOf(body: Pick<Static<typeof NewPost>, 'photos' | 'alt'>): NewPhoto[] {
  const alts = altsOf(body);
  return listOf(body.photos).map((path, index) => ({ path, alt: alts[index] ?? '' }));
}

const altsOf = ({ alt = [] }: Pick<Static<typeof NewPost>, 'alt'>): string[] => [alt].flat();

/** Alt texts and metadata of the attached files. */
export const fileMetadataOf = (
  body: Pick<Static<typeof NewPost>, 'alt' | 'video_alt' | 'poster'>,
): FileMetadata => ({
  alts: altsOf(body),
  video: { alt: body.video_alt, poster: body.poster },
});
