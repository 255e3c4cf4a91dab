import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Duration formatter',
  summary: 'Convert between seconds, hh:mm:ss, words and ISO 8601 durations',
  keywords: 'seconds to time hms',
  input: {
    duration: input.line('Duration', '3661', {
      max: 60,
      description: 'Seconds, 1:01:01, 1h 1m 1s or PT1H1M1S',
    }),
  },
  output: {
    seconds: output.number('Seconds'),
    clock: output.text('Clock'),
    words: output.text('Words'),
    iso: output.code('ISO 8601'),
  },
  sample: { seconds: 3661, clock: '1:01:01', words: '1 hour 1 minute 1 second', iso: 'PT1H1M1S' },
  run: ({ duration }) => {
    const seconds = parseDuration(duration.trim());
    const [days, hours, minutes] = [
      Math.floor(seconds / 86_400),
      Math.floor((seconds % 86_400) / 3600),
      Math.floor((seconds % 3600) / 60),
    ];
    const rest = Math.round((seconds % 60) * 1000) / 1000;
    const two = (value: number) => String(value).padStart(2, '0');
    const words = (
      [
        [days, 'day'],
        [hours, 'hour'],
        [minutes, 'minute'],
        [rest, 'second'],
      ] as const
    )
      .filter(([value]) => value > 0)
      .map(([value, name]) => `${value} ${name}${value === 1 ? '' : 's'}`);
    const iso = `P${days ? `${days}D` : ''}${hours || minutes || rest || !days ? 'T' : ''}${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest || (!days && !hours && !minutes) ? `${rest}S` : ''}`;
    return {
      seconds,
      clock: `${days * 24 + hours}:${two(minutes)}:${two(Math.floor(rest))}`,
      words: words.join(' ') || '0 seconds',
      iso,
    };
  },
});

function parseDuration(text: string): number {
  if (/^\d{1,15}(?:\.\d{1,9})?$/.test(text)) return Number(text);
  if (/^\d{1,10}:\d{1,2}(?::\d{1,2})?$/.test(text)) {
    const parts = text.split(':').map(Number);
    return parts.reduce((sum, part) => sum * 60 + part, 0) * (parts.length === 2 ? 60 : 1);
  }
  const units: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };
  const parts = [...text.replace(/^P|T/gi, '').matchAll(/(\d{1,12}(?:\.\d{1,9})?)\s*([wdhms])[a-z]*\s*/gi)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text.replace(/^P|T/gi, ''))
    throw invalid('duration', 'Send a duration such as 3661, 1:01:01 or 1h 1m 1s');
  return parts.reduce(
    (sum, [, value, unit = '']) => sum + Number(value) * (units[unit.toLowerCase()] ?? 0),
    0,
  );
}
