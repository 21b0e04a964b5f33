import { expect, test } from 'vitest';
import { docxOf, entry, p } from '../../test/docx.maker.ts';
import { LAYOUTS, RANDOM_DATA, randomTemplate } from '../../test/random.templates.ts';
import { compileTemplate } from './compile.ts';
import { openDocx, readXml } from './docx.ts';
import { fillTemplate } from './fill.ts';
import { decodeXml, parseXml } from './xml.ts';
import { readZip } from './zip.ts';

test.each(Object.keys(LAYOUTS) as (keyof typeof LAYOUTS)[])(
  'random templates print what they mean, and nothing else changes (%s)',
  { tags: ['slow'] },
  (layout) => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const { body, written, text: meant } = randomTemplate(layout, seed);
      const picture = entry('word/media/image1.png', Buffer.alloc(500, seed));
      const docx = openDocx(docxOf({ body, extra: [picture], header: p('rien à remplir') }));
      const template = compileTemplate(docx);
      expect(template.errors, `seed ${seed}: ${written}`).toEqual([]);
      expect(template.torn).toEqual([]);
      const filled = readZip(fillTemplate(docx, template, RANDOM_DATA));
      const part = filled.find(({ name }) => name === 'word/document.xml');
      const xml = part ? readXml(part) : '';
      parseXml(xml);
      const text = decodeXml(xml.replace(/<w:(?:br|tab)\/>/g, ' ').replace(/<[^>]+>/g, ''));
      expect(text, `seed ${seed}: ${written}`).toBe(meant);
      for (const [index, before] of docx.entries.entries())
        if (before.name !== 'word/document.xml')
          expect(filled[index]?.compressed.equals(before.compressed), before.name).toBe(true);
    }
  },
);
