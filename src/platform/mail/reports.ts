import { sandboxTask } from '../sandbox/task.ts';
import { replyLine, parseStatus, readReply, readStatus } from './answers.ts';

/** What a mail server or provider says about a message that was sent. */
export interface MailReport {
  kind: 'bounce' | 'complaint';
  /** Addresses that it may be about; which one is proven by the id of the message. */
  addresses: string[];
  /** The id of the message. */
  messageId: string;
  detail: string;
}

export const reportTask = sandboxTask('mail.report', () => Promise.resolve(parseReport));

/** More than is read of a report: what counts comes first. */
const [maxLength, maxDepth, maxRecipients] = [64 * 1024, 20, 20];

/**
 * Reads a delivery status notification (RFC 3464) or a feedback report (RFC 5965), as mail servers send them. Returns
 * nothing for other mail, such as an automatic reply, and for reports of delays.
 */
export async function parseReport(raw: string): Promise<MailReport[]> {
  const { default: PostalMime } = await import('postal-mime');
  const { attachments } = await PostalMime.parse(raw.slice(0, maxLength), {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: maxDepth,
  }).catch(() => ({ attachments: [] }));
  const partOf = (...types: string[]) => {
    const part = attachments.find(({ mimeType }) => types.includes(mimeType));
    return typeof part?.content === 'string' ? parseFields(part.content) : undefined;
  };
  const returned = partOf(
    'message/rfc822',
    'text/rfc822-headers',
    'message/global',
    'message/global-headers',
  )?.[0];
  const messageId = returned?.get('message-id') ?? '';
  const recipient = bareOf(returned?.get('to'));
  const feedback = partOf('message/feedback-report');
  if (feedback) return readFeedback(feedback, messageId, recipient);
  const status = partOf('message/delivery-status', 'message/global-delivery-status');
  return status ? readDeliveryStatus(status, messageId, recipient) : [];
}

type Fields = ReadonlyMap<string, string>;

function readFeedback(groups: Fields[], messageId: string, recipient: string): MailReport[] {
  const [fields] = groups;
  const type = fields?.get('feedback-type')?.toLowerCase() ?? '';
  if (!['abuse', 'fraud', 'opt-out', 'opt-out-list'].includes(type)) return [];
  const addresses = [bareOf(fields?.get('original-rcpt-to')), recipient].filter(Boolean);
  return [{ kind: 'complaint', addresses, messageId, detail: type }];
}

/** The first group of fields is about the message, the others about a recipient each. */
function readDeliveryStatus([, ...groups]: Fields[], messageId: string, recipient: string): MailReport[] {
  return groups.slice(0, maxRecipients).flatMap((fields) => {
    if (fields.get('action')?.toLowerCase() !== 'failed' || !isDead(fields)) return [];
    const named = ['original-recipient', 'final-recipient'].map((name) => bareOf(fields.get(name)));
    const detail = replyLine(untyped(fields.get('diagnostic-code') ?? fields.get('status')));
    return [{ kind: 'bounce', addresses: [...named, recipient].filter(Boolean), messageId, detail }];
  });
}

function isDead(fields: Fields): boolean {
  const said = untyped(fields.get('diagnostic-code'));
  const code = Number(/^\s*([45]\d\d)\b/.exec(said)?.[1] ?? 0);
  if (code >= 500 && parseStatus(said)) return readReply(code, said) === 'bounced';
  const status = parseStatus(fields.get('status') ?? '');
  return status !== undefined && readStatus(status) === 'bounced';
}

/** A value without its type: `rfc822; ada@example.org`. */
const untyped = (value = ''): string => value.slice(value.indexOf(';') + 1).trim();

/** The address in a field, with or without a type, a name and brackets. */
const bareOf = (value = ''): string => {
  const text = untyped(value).slice(0, 1000);
  return text
    .slice(text.lastIndexOf('<') + 1)
    .replace(/>.*$/s, '')
    .trim();
};

/** The groups of header fields of a text, each up to a blank line. */
function parseFields(text: string): Fields[] {
  const groups: Map<string, string>[] = [];
  let isOpen = false;
  let last = '';
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      isOpen = false;
      continue;
    }
    if (!isOpen) groups.push(new Map());
    isOpen = true;
    const group = groups.at(-1);
    if (/^[ \t]/.test(line)) group?.set(last, `${group.get(last) ?? ''} ${line.trim()}`);
    else {
      last = line.slice(0, Math.max(0, line.indexOf(':'))).toLowerCase();
      if (!group?.has(last)) group?.set(last, line.slice(line.indexOf(':') + 1).trim());
    }
  }
  return groups;
}
