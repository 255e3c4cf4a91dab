import { isRecord } from '../../kernel/json.ts';
import { hash } from 'node:crypto';
import { findSkill } from '../skills/skills.ts';
import { messageFields, type Skill, type SkillInput } from '../skill.ts';
import { codes, invalidField, RpcError } from './rpc.ts';

/** The input of `message/send`, in either version of the protocol. */
export interface SentMessage extends SkillInput {
  skill: Skill;
  messageId: string | undefined;
  contextId: string | undefined;
  /** The task that the message continues. */
  taskId: string | undefined;
  /** SHA-256 of the content, to distinguish a retry from a reused message id. */
  fingerprint: Buffer;
}

type Params = Readonly<Record<string, unknown>>;

export function parseMessage(params: Params): SentMessage {
  const { message } = params;
  if (!isRecord(message)) throw invalidField('message', 'message is missing');
  const { role } = message;
  if (role !== undefined && role !== 'user' && role !== 'ROLE_USER')
    throw invalidField('message.role', 'message.role must be "user"');
  const metadata = {
    ...recordOf(message, 'metadata', 'message.metadata'),
    ...recordOf(params, 'metadata', 'metadata'),
  };
  const text = parseParts(message.parts);
  const skill = chooseSkill(params, metadata);
  const asked = JSON.stringify([skill.id, text, Object.entries(metadata).sort()]);
  return {
    skill,
    text,
    metadata,
    fields: messageFields,
    messageId: parseId(message, 'messageId'),
    contextId: parseId(message, 'contextId'),
    taskId: parseId(message, 'taskId'),
    fingerprint: hash('sha256', asked, 'buffer'),
  };
}

function recordOf(from: Params, name: string, field: string): Record<string, unknown> {
  const value = from[name] ?? {};
  if (!isRecord(value)) throw invalidField(field, `${field} must be an object`);
  return value;
}

function parseId(message: Params, name: string): string | undefined {
  const value = message[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > 200)
    throw invalidField(`message.${name}`, `message.${name} must be a string of at most 200 characters`);
  return value;
}

/** Joins the text parts, one per line. */
function parseParts(parts: unknown): string {
  if (!Array.isArray(parts) || parts.length === 0)
    throw invalidField('message.parts', 'message.parts must be a list with at least one part');
  if (parts.length > 100) throw invalidField('message.parts', 'message.parts has more than 100 parts');
  return parts
    .map((part: unknown, index) => {
      const field = `message.parts.${index}`;
      if (!isRecord(part)) throw invalidField(field, `${field} must be an object`);
      if (typeof part.text === 'string') return part.text;
      if (['file', 'data', 'url', 'raw'].some((kind) => kind in part || part.kind === kind))
        throw new RpcError(codes.contentTypeNotSupported, 'Only text parts are taken: {"text": "…"}');
      throw invalidField(`${field}.text`, `${field}.text is missing`);
    })
    .join('\n');
}

/**
 * The specification has `params.skillId`. SDKs can only send metadata. Without either, the content decides.
 */
function chooseSkill(params: Params, metadata: Params): Skill {
  const named = params.skillId ?? metadata.skillId;
  const id = named ?? (metadata.target === undefined ? 'post' : 'comment');
  const skill = typeof id === 'string' ? findSkill(id) : undefined;
  if (!skill) throw invalidField('skillId', 'Unknown skill; see the agent card');
  return skill;
}
