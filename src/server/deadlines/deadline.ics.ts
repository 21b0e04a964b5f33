import { daysAfter } from '#shared/fields/date.ts';

/** An event of a whole day. */
export interface CalendarEvent {
  /** The same as long as it is the same event. */
  uid: string;
  /** `YYYY-MM-DD` */
  day: string;
  title: string;
  url: string | null;
}

/** RFC 5545, section 3.3.11: what stands for itself in a text. */
const escaped = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n?|\n/g, '\\n');

/** Octets of a line, its end aside (section 3.1). */
const LINE_OCTETS = 75;
const octets = (text: string): number => Buffer.byteLength(text);

/** Cut at 75 octets, never inside a character; what follows begins with a space. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  let length = 0;
  for (const character of line) {
    const size = octets(character);
    if (length + size > LINE_OCTETS) {
      lines.push(current);
      current = ' ';
      length = 1;
    }
    current += character;
    length += size;
  }
  return [...lines, current].join('\r\n');
}

const compact = (day: string): string => day.replaceAll('-', '');

/** A calendar that programs read: CRLF, lines folded, whole days with an end that is not part of them. */
export function calendarOf(events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Diplo//Echeancier//FR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Diplo',
    ...events.flatMap(({ uid, day, title, url }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      // The same bytes as long as nothing moved.
      `DTSTAMP:${compact(day)}T000000Z`,
      `DTSTART;VALUE=DATE:${compact(day)}`,
      `DTEND;VALUE=DATE:${compact(daysAfter(day, 1))}`,
      `SUMMARY:${escaped(title)}`,
      'TRANSP:TRANSPARENT',
      ...(url === null ? [] : [`URL:${url}`]),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
