/** What the answer of a mail server means for a message to one recipient. */
export type MailAnswer =
  /** The address does not exist or takes no mail. */
  | 'bounced'
  /** This message is not wanted, for its content, its size or its sender. Others may be. */
  | 'refused'
  /** The domain of the recipient takes no mail at the moment. */
  | 'deferred'
  /** This mailbox takes no mail at the moment, such as one that is full. */
  | 'mailbox-deferred'
  /** Our own mail server cannot be used: it is away, or refuses us rather than the recipient. */
  | 'unusable';

/** The parts of an error of the SMTP client that are used. */
interface SmtpError {
  code?: string;
  /** The command that was answered: `RCPT TO`, `DATA`, `MAIL FROM`, `AUTH …`, `CONN`. */
  command?: string;
  responseCode?: number;
  response?: string;
  timeoutType?: string;
}

const longestDetail = 300;

/** Whether the mail server said that it does not take a message, rather than nothing any more. */
export const hasAnswer = (error: unknown): boolean => ((error as SmtpError).responseCode ?? 0) >= 400;

/** Says what a failed delivery means, and what the mail server said, in one line. */
export function readFailure(error: unknown): { answer: MailAnswer; detail: string } {
  const { code, command = '', responseCode = 0, response, timeoutType } = error as SmtpError;
  const said = response ?? (error instanceof Error ? error.message : String(error));
  const detail = replyLine(said);
  const isOfRecipient = command === 'RCPT TO' || command === 'DATA';
  if (isOfRecipient && responseCode >= 400) return { answer: readReply(responseCode, said, command), detail };
  // The server said goodbye, or nothing any more, after it had taken the message on.
  if (responseCode === 421 && code === 'ECONNECTION') return { answer: 'deferred', detail };
  if (timeoutType === 'SOCKET_TIMEOUT') return { answer: 'deferred', detail };
  return { answer: 'unusable', detail };
}

/** The reply to a recipient or a message: its code, and the enhanced code in its text (RFC 3463). */
export function readReply(code: number, text: string, command = 'RCPT TO'): MailAnswer {
  // Also where relays forget what they are there for: the sender is not admitted.
  if (isAboutUs(code, text)) return 'unusable';
  const status = parseStatus(text);
  if (code < 500) return status && isOfMailbox(status) ? 'mailbox-deferred' : 'deferred';
  if (status) return readStatus(status);
  if (/\b(spam|blocked|blacklist|blocklist|policy|reputation|spf|dkim|dmarc|content)\b/i.test(text))
    return 'refused';
  return command === 'RCPT TO' && [550, 551, 553, 556].includes(code) ? 'bounced' : 'refused';
}

const isAboutUs = (code: number, text: string): boolean =>
  [530, 534, 535, 538, 454].includes(code) ||
  /\brelay(ing)?\b.{0,40}\b(denied|not permitted|not allowed|prohibited)\b|unable to relay|not permitted to relay/i.test(
    text.slice(0, 1000),
  );

/** An enhanced status code: `[5, 1, 1]`. */
type Status = readonly [kind: number, subject: number, detail: number];

/** The first enhanced status code in a text. */
export function parseStatus(text: string): Status | undefined {
  const [, kind, subject, detail] =
    /(?:^|[\s#(-])([245])\.(\d{1,3})\.(\d{1,3})\b/.exec(text.slice(0, 1000)) ?? [];
  return kind === undefined ? undefined : [Number(kind), Number(subject), Number(detail)];
}

/** Addresses (X.1.x) but those of the sender, and mailboxes (X.2.x). */
const isOfMailbox = ([, subject, detail]: Status): boolean =>
  (subject === 1 && detail !== 7 && detail !== 8) || (subject === 2 && detail > 0);

/** Permanent codes that say that the address is none: no such mailbox or domain, moved, disabled, takes no mail. */
const dead: ReadonlySet<string> = new Set(['1.0', '1.1', '1.2', '1.3', '1.6', '1.10', '2.1', '4.4', '4.310']);

/** What an enhanced status code of a permanent failure means. */
export const readStatus = ([kind, subject, detail]: Status): 'bounced' | 'refused' =>
  kind === 5 && dead.has(`${subject}.${detail}`) ? 'bounced' : 'refused';

/** A reply in one line, for a list. */
export const replyLine = (text: string): string =>
  text
    .slice(0, longestDetail * 4)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestDetail);
