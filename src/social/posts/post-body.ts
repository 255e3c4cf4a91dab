import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { invalid } from '../../kernel/problem.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import type { NewPost as Post } from './new-post.ts';
import { cannotAttach, pictureFields, refuseUnsupported } from './attachments.ts';
import { toPhotos } from './new-post.ts';

// What a post is written with, by people and in the name of pages.

const Privacy = Type.Enum(['public', 'friends', 'me'], { default: 'friends' });

// Generous: how long a text may be is counted in characters as readers count them, by the verb.
const Text = Type.String({ maxLength: 20_000 });

const Path = Type.String({ maxLength: 300, description: 'As data/upload has answered' });
/** Forms have text alone. */
const Flag = Type.Union([Type.Boolean(), Type.Enum(['', '0', '1', 'true', 'false', 'on'])]);

export const NewPost = Type.Object({
  text: Type.Optional(Text),
  privacy: Type.Optional(Privacy),
  photos: Type.Optional(
    Type.Union([Path, Type.Array(Path, { maxItems: 10 })], {
      description: 'Paths of pictures that were uploaded before',
    }),
  ),
  video: Type.Optional(Path),
  video_alt: Type.Optional(Type.String({ maxLength: 6000, description: 'What the video shows' })),
  poster: Type.Optional(Path),
  warning: Type.Optional(Type.String({ maxLength: 2000, description: 'What to know before reading' })),
  quote_id: Type.Optional(Id),
  poll_options: Type.Optional(
    Type.Array(Type.String({ maxLength: 1000 }), {
      maxItems: 20,
      description: '2 to 10 choices: makes it a poll',
    }),
  ),
  poll_multiple: Type.Optional(Flag),
  poll_final: Type.Optional(Flag),
  poll_minutes: Type.Optional(
    Type.Union(
      [Type.Integer({ minimum: 1, maximum: 10_000_000 }), Type.String({ pattern: '^[0-9]{1,8}$' })],
      {
        description: 'How long the poll goes on; a day unless told',
      },
    ),
  ),
  alt: Type.Optional(
    Type.Union(
      [Type.String({ maxLength: 6000 }), Type.Array(Type.String({ maxLength: 6000 }), { maxItems: 10 })],
      {
        description: 'What each picture shows, in order',
      },
    ),
  ),
});

const isOn = (flag: Static<typeof Flag> | undefined) =>
  flag === true || ['1', 'true', 'on'].includes(String(flag));

const hasFilm = (files: readonly Upload[]) => files.some(({ field }) => field === 'video');

/** A post as it came: as JSON, or as multipart/form-data with the files in it. */
export function toNewPost(body: Static<typeof NewPost>, files: readonly Upload[]): Post {
  refuseUnsupported(body);
  const other = files.find(({ field }) => field !== 'video' && !pictureFields.has(field));
  if (other) throw cannotAttach(other.field);
  const alts = typeof body.alt === 'string' ? [body.alt] : (body.alt ?? []);
  const paths = typeof body.photos === 'string' ? [body.photos] : (body.photos ?? []);
  const pictures = files.filter(({ field }) => field !== 'video');
  if (paths.length > 0 && pictures.length > 0)
    throw invalid('photos', 'Send pictures along, or name those that were uploaded before');
  return {
    text: body.text ?? '',
    privacy: body.privacy ?? 'friends',
    photos:
      paths.length > 0
        ? paths.map((path, index) => ({ path, alt: alts[index] ?? '' }))
        : toPhotos(pictures, alts),
    ...((body.video !== undefined || hasFilm(files)) && {
      video: { path: body.video ?? '', alt: body.video_alt, poster: body.poster },
    }),
    warning: body.warning,
    quoteId: body.quote_id,
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
