import { invalid } from '../../../kernel/problem.ts';
import { escape } from '../../../web/html.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Email signature generator',
  summary: 'Create an email signature in HTML',
  input: {
    name: input.line('Name', 'Ada Lovelace', { max: 100 }),
    role: input.optional(input.line('Role', 'Mathematician', { max: 100 }), ''),
    company: input.optional(input.line('Company', 'Analytical Engines', { max: 100 }), ''),
    email: input.optional(input.line('Email', 'ada@example.com', { max: 200 }), ''),
    phone: input.line('Phone', '', { max: 40 }),
    website: input.optional(input.line('Website', 'https://example.com', { max: 300 }), ''),
  },
  output: { html: output.code('HTML'), text: output.text('Plain text') },
  sample: {
    html: '<p style="font-family: sans-serif; font-size: 14px; line-height: 1.5">\n  <strong>Ada Lovelace</strong><br>\n  Mathematician, Analytical Engines<br>\n  <a href="mailto:ada@example.com">ada@example.com</a><br>\n  <a href="https://example.com">https://example.com</a>\n</p>',
    text: 'Ada Lovelace\nMathematician, Analytical Engines\nada@example.com\nhttps://example.com',
  },
  run: ({ name, role, company, email, phone, website }) => {
    if (website !== '' && !/^https?:\/\//i.test(website))
      throw invalid('website', 'Send an address with https://');
    const lines = [role && company ? `${role}, ${company}` : role || company, email, phone, website].filter(
      Boolean,
    );
    const link = (line: string) =>
      line === email
        ? `<a href="mailto:${escape(line)}">${escape(line)}</a>`
        : line === website
          ? `<a href="${escape(line)}">${escape(line)}</a>`
          : escape(line);
    return {
      html: `<p style="font-family: sans-serif; font-size: 14px; line-height: 1.5">\n  <strong>${escape(name)}</strong><br>\n  ${lines.map(link).join('<br>\n  ')}\n</p>`,
      text: [name, ...lines].join('\n'),
    };
  },
});
