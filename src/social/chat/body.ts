import { parseJson } from '../../kernel/json.ts';
import { msg, invalid } from '../../kernel/problem.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { idOrNone, LooseId } from '../../kernel/input.ts';
import { uploadsPath } from '../../platform/files.ts';
import { withoutSignature } from '../../platform/files/path.ts';
import type { UploadKind } from '../uploads/decide-type.ts';
import { changes } from './conversations/conversations.ts';
import type { IncomingFile } from './messages/message-files.ts';
import type { NewMessage } from './messages/messages.ts';

/** An id as clients send it: digits, a number, or empty. */
const Reference = Type.Union([LooseId, Type.Integer({ minimum: 0, maximum: 1e15 }), Type.Null()], {
  description: 'Digits',
});
const List = Type.Union([
  Type.String({ maxLength: 4000, description: 'A list as JSON text, such as "[42]"' }),
  // `toIds` checks the IDs, because the error of a union does not say what is expected.
  Type.Array(Type.Union([Type.String({ maxLength: 40 }), Type.Integer({ minimum: 1, maximum: 1e15 })]), {
    maxItems: 1000,
    description: 'IDs',
  }),
  Type.Integer({ minimum: 1, maximum: 1e15, description: 'A single ID' }),
  Type.Null(),
]);
const Path = (description: string) =>
  Type.Optional(
    Type.Union([
      Type.String({ maxLength: 4000, description }),
      Type.Array(Type.String({ maxLength: 300 }), { maxItems: 20 }),
      Type.Null(),
    ]),
  );

export const MessageBody = Type.Object(
  {
    conversation_id: Type.Optional(Reference),
    recipients: Type.Optional(List),
    message: Type.Optional(Type.Union([Type.String({ maxLength: 40_000 }), Type.Null()])),
    photo: Path('Path returned by data/upload; several as a list or as JSON text'),
    video: Path('Path of a video, in the same formats'),
    voice_note: Path('Path of a voice note, in the same formats'),
    file: Path('Extension. Path of any other file, in the same formats'),
    title: Type.Optional(
      Type.String({
        maxLength: 400,
        description: 'Extension. Name of the new group, with several recipients',
      }),
    ),
    reply_to_id: Type.Optional(Reference),
    price: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'The price of the first message to a stranger, if they charge one. It is paid from your wallet',
      }),
    ),
    client_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Idempotency key chosen by your app. A message that is sent again with it is stored only once',
      }),
    ),
  },
  { title: 'MessageBody' },
);
export const ConversationBody = Type.Object({ conversation_id: Reference });
export const ChangeBody = Type.Object({ conversation_id: Reference, do: Type.Enum([...changes]) });
export const DraftBody = Type.Object({
  conversation_id: Reference,
  message: Type.String({ maxLength: 40_000 }),
});
export const GroupBody = Type.Object(
  {
    do: Type.Enum(['rename', 'add', 'remove', 'owner']),
    conversation_id: Reference,
    title: Type.Optional(
      Type.String({ maxLength: 400, description: 'For `rename`. An empty title removes the name' }),
    ),
    recipients: Type.Optional(List),
    user_id: Type.Optional(Reference),
  },
  { title: 'GroupBody' },
);
export const EditBody = Type.Object({
  message_id: Reference,
  message: Type.String({ maxLength: 40_000 }),
});
export const ForwardBody = Type.Object(
  {
    message_id: Reference,
    conversation_id: Type.Optional(Reference),
    recipients: Type.Optional(List),
    price: MessageBody.properties.price,
  },
  { title: 'ForwardBody' },
);
export const TypingBody = Type.Object({
  conversation_id: Reference,
  is_typing: Type.Union([Type.Boolean(), Type.Enum([0, 1]), Type.Enum(['0', '1', 'true', 'false'])]),
});
export const SeenBody = Type.Object({ ids: List });
export const ReactionBody = Type.Object(
  {
    do: Type.Enum(['react', 'unreact']),
    message_id: Reference,
    reaction: Type.Optional(Type.Union([Type.String({ maxLength: 20 }), Type.Null()])),
  },
  { title: 'ReactionBody' },
);

const isTrue = new Set<unknown>([true, 1, '1', 'true']);
export const toBoolean = (sent: unknown): boolean => isTrue.has(sent);

export function requiredId(field: string, sent: Static<typeof Reference> | undefined): string {
  const id = idOrNone(sent);
  if (id === undefined) throw invalid(field, msg('{field} is required', { field }));
  return id;
}

export function requiredText(field: string, sent: string | undefined): string {
  if (sent === undefined) throw invalid(field, msg('{field} is required', { field }));
  return sent;
}

/** Parses ids from a list, or from a list as JSON text. */
export function toIds(
  field: string,
  sent: Static<typeof List> | undefined,
  { isRequired = false } = {},
): string[] {
  if (sent === null || sent === undefined || sent === '' || (Array.isArray(sent) && sent.length === 0)) {
    if (isRequired) throw invalid(field, msg('{field} is required', { field }));
    return [];
  }
  const list: unknown = typeof sent === 'string' ? parseTyped(sent) : sent;
  const ids = (Array.isArray(list) ? list : [list]).map(String);
  if (ids.length > 1000 || !ids.every((id) => /^[0-9]{1,18}$/.test(id)))
    throw invalid(field, msg('{field} must be a list of IDs', { field }));
  return ids;
}

function parseTyped(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text.split(',').map((part) => part.trim());
  }
}

const fileFields = [
  ['photo', ['photos']],
  ['video', ['video']],
  ['voice_note', ['voice_notes', 'audio']],
  ['file', ['file', 'audio', 'photos', 'video']],
] as const satisfies readonly (readonly [string, readonly UploadKind[]])[];

/** The destination of a message: a conversation, or people. */
export const toDestination = (
  body: Pick<Static<typeof MessageBody>, 'conversation_id' | 'recipients' | 'price'>,
) => ({
  conversationId: idOrNone(body.conversation_id),
  recipients: toIds('recipients', body.recipients),
  price: body.price,
});

export function toNewMessage(body: Static<typeof MessageBody>): NewMessage {
  return {
    ...toDestination(body),
    title: body.title,
    text: body.message ?? '',
    files: fileFields.flatMap(([field, kinds]) => toFiles(field, kinds, body[field])),
    replyToId: idOrNone(body.reply_to_id),
    clientId: body.client_id === '' ? undefined : body.client_id,
  };
}

function toFiles(
  field: string,
  kinds: readonly UploadKind[],
  sent: string | readonly string[] | null | undefined,
): IncomingFile[] {
  if (sent === null || sent === undefined || sent === '') return [];
  const list: unknown = typeof sent === 'string' && /^\s*["[]/.test(sent) ? parseTyped(sent) : sent;
  const paths: unknown[] = Array.isArray(list) ? list : [list];
  return paths.map((path) => {
    if (typeof path !== 'string' || path === '')
      throw invalid(field, msg('{field} must be the response of data/upload', { field }));
    // Apps send the path or the full URL, which may be signed.
    return { path: withoutSignature(path.split(uploadsPath).at(-1) ?? path), kinds, field };
  });
}
