import type { Content, Network } from './content.ts';
import { toVcard } from './vcard.ts';

/** Returns the encoded text of a static code. */
export function encodeContent(content: Content): string {
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'link':
      return content.url;
    case 'email':
      return mailtoAddress(content);
    case 'phone':
      return telAddress(content.phone);
    case 'sms':
      return `SMSTO:${dialedNumber(content.phone)}:${content.message}`;
    case 'wifi':
      return wifiText(content);
    case 'vcard':
      return toVcard(content);
  }
}

export function mailtoAddress({ email, subject, body }: { email: string; subject: string; body: string }) {
  const fields = Object.entries({ subject, body }).filter(([, text]) => text !== '');
  const query = fields.map(([name, text]) => `${name}=${encodeURIComponent(withLineEnds(text))}`).join('&');
  const [name = '', host = ''] = email.split(/@(?=[^@]*$)/);
  return `mailto:${encodeURIComponent(name)}@${host}${query && `?${query}`}`;
}

export const telAddress = (phone: string) => `tel:${dialedNumber(phone).replaceAll('#', '%23')}`;

/** Returns a URL that opens the messages app with the message. */
export const smsAddress = ({ phone, message }: { phone: string; message: string }) =>
  `sms:${dialedNumber(phone).replaceAll('#', '%23')}${message && `?body=${encodeURIComponent(message)}`}`;

/** Removes separators from a phone number. */
export const dialedNumber = (phone: string) => phone.replaceAll(/[^\d+*#]/g, '');

/** RFC 6068 requires CRLF line breaks in email. */
const withLineEnds = (text: string) => text.replaceAll(/\r\n|\r|\n/g, '\r\n');

function wifiText({ ssid, encryption, password, isHidden }: Network): string {
  const secret = encryption === 'nopass' ? '' : `P:${escaped(password)};`;
  return `WIFI:T:${encryption};S:${escaped(ssid)};${secret}${isHidden ? 'H:true;' : ''};`;
}

const escaped = (text: string) => text.replaceAll(/[\\;,:"]/g, String.raw`\$&`);
