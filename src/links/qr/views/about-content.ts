import { contactName, type Content } from '../content/content.ts';

/** Describes the content of a code in one line, without the password of a network. */
export function aboutContent(content: Content): string {
  switch (content.kind) {
    case 'link':
      return content.url;
    case 'text':
      return content.text.slice(0, 200);
    case 'email':
      return [content.email, content.subject].filter(Boolean).join(': ');
    case 'phone':
      return content.phone;
    case 'sms':
      return [content.phone, content.message.slice(0, 200)].filter(Boolean).join(': ');
    case 'wifi':
      return content.ssid;
    case 'vcard':
      return [contactName(content), content.organization, content.email].filter(Boolean).join(', ');
  }
}
