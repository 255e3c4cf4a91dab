import { invalid, type Problem } from '../../kernel/problem.ts';

/** Names that clients give to the pictures of a form. */
export const pictureFields: ReadonlySet<string> = new Set([
  'photos',
  'photo',
  'pictures',
  'picture',
  'images',
  'image',
  'files',
  'file',
]);

/** Attachments that clients of this kind of API send as paths and that posts have no place for. */
const unsupported = ['audio', 'audios', 'sound', 'voice_note', 'voice_notes', 'file', 'files', 'document'];

export const cannotAttach = (field: string): Problem =>
  invalid(field, `${field} cannot be attached to a post: attach photos or a video`);

/** Refuses what would otherwise be left out without a word. */
export function refuseUnsupported(body: Readonly<Record<string, unknown>>): void {
  const field = unsupported.find((name) => ![undefined, null, '', false].includes(body[name] as never));
  if (field !== undefined) throw cannotAttach(field);
}
