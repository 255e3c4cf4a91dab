import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'mailto link generator',
  summary: 'Create a link that opens an email with a subject and text',
  keywords: 'email link html',
  input: {
    to: input.line('To', 'ada@example.com'),
    subject: input.optional(input.line('Subject', 'Hello'), ''),
    body: input.optional(input.text('Text', 'How are you?', { max: 5000 }), ''),
    cc: input.line('Cc', ''),
    bcc: input.line('Bcc', ''),
  },
  output: { link: output.code('Link'), html: output.code('HTML') },
  sample: {
    link: 'mailto:ada@example.com?subject=Hello&body=How%20are%20you%3F',
    html: '<a href="mailto:ada@example.com?subject=Hello&amp;body=How%20are%20you%3F">Email</a>',
  },
  run: ({ to, subject, body, cc, bcc }) => {
    const parts = Object.entries({ subject, body, cc, bcc })
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
    const link = `mailto:${encodeURIComponent(to.toWellFormed()).replaceAll('%40', '@').replaceAll('%2C', ',')}${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
    return { link, html: `<a href="${link.replaceAll('&', '&amp;')}">Email</a>` };
  },
});
