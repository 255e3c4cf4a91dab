import { randomInt, randomUUID } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

const first =
  'Ada Alan Amara Aya Björn Chen Clara Diego Elena Farah Grace Hana Ibrahim Ines Jamal Kai Lena Linus Maya Mei Noor Olga Omar Priya Quinn Rosa Sven Tariq Uma Yuki'.split(
    ' ',
  );
const last =
  'Adams Berg Costa Diaz Evans Fischer García Haddad Ito Jensen Khan Lopez Martin Novak Okafor Patel Quist Rossi Silva Tanaka Ueda Vargas Weber Xu Young Zhang'.split(
    ' ',
  );
const cities =
  'Amsterdam Berlin Cairo Dakar Edinburgh Florence Geneva Hanoi Istanbul Jakarta Kyoto Lisbon Montreal Nairobi Oslo Porto Quito Riga Seoul Tunis'.split(
    ' ',
  );

export default tool({
  title: 'Test data generator',
  summary: 'Generate fictional people for tests',
  keywords: 'fake mock sample data names emails',
  input: { count: input.optional(input.integer('Rows', 5, 1, 500)) },
  output: {
    people: output.table('People', {
      id: output.text('ID'),
      name: output.text('Name'),
      email: output.text('Email'),
      city: output.text('City'),
      born: output.text('Born'),
    }),
  },
  run: ({ count }) => {
    const pick = (list: readonly string[]) => list[randomInt(list.length)] ?? '';
    const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    const people = Array.from({ length: count }, () => {
      const [given, family] = [pick(first), pick(last)];
      const born = new Date(Date.UTC(randomInt(1945, 2008), randomInt(12), randomInt(1, 29)))
        .toISOString()
        .slice(0, 10);
      return {
        id: randomUUID(),
        name: `${given} ${family}`,
        email: `${plain(given)}.${plain(family)}@example.com`,
        city: pick(cities),
        born,
      };
    });
    return { people };
  },
});
