import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'WhatsApp link generator',
  summary: 'Create a link that opens a WhatsApp chat with a message',
  keywords: 'wa.me click to chat',
  input: {
    phone: input.line('Phone number', '+44 20 7946 0958', { max: 30 }),
    message: input.optional(input.text('Message', 'Hello!', { max: 2000 }), ''),
  },
  output: { link: output.code('Link') },
  sample: { link: 'https://wa.me/442079460958?text=Hello!' },
  run: ({ phone, message }) => {
    const digits = phone.replace(/\D/g, '');
    if (digits.length < 7 || digits.length > 15)
      throw invalid('phone', 'Send a number with its country code');
    return {
      link: `https://wa.me/${digits}${message ? `?text=${encodeURIComponent(message.toWellFormed())}` : ''}`,
    };
  },
});
