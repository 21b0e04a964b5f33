import { readFileSync } from 'node:fs';
import Docxtemplater from 'docxtemplater';
import PizZip from 'pizzip';
import { NO_CONTROL } from '#shared/control/control.print.ts';
import { NO_FORMULA } from '#shared/formulas/formula.print.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { productSchema } from '#shared/products/product.schema.ts';
import { templateData } from '#shared/templates/placeholders.ts';
import { compileTemplate } from '../src/server/documents/docx/compile.ts';
import { openDocx } from '../src/server/documents/docx/docx.ts';
import { fillTemplate } from '../src/server/documents/docx/fill.ts';
import { deflate, inflate, readZip, writeZip } from '../src/server/documents/docx/zip.ts';
import { NO_MARGINS } from '../src/shared/exposure/exposure.print.ts';
import { NO_LAW } from '../src/shared/regulation/regulation.print.ts';

/**
 * Filling the template that comes with Diplo: our engine, docxtemplater on the same document and data, and the limit
 * (every part inflated and deflated once). Medians, as ratios to docxtemplater. `node scripts/run.mjs bench/docx.ts`
 */
const TURNS = 60;
const bytes = readFileSync(new URL('../assets/modele-dip.docx', import.meta.url));

function dataOf(rows: number) {
  const examples = Object.fromEntries(FIELDS.map((field) => [field.name, field.example]));
  const ingredients = Array.from({ length: rows }, (_, index) => `Ingrédient ${index + 1} – 0,1 %`).join('\n');
  return templateData({
    values: productSchema({ validated: false, hasFormula: false }).parse({ ...examples, ingredients }),
    status: 'DRAFT',
    progression: 100,
    attachments: [],
    formula: NO_FORMULA,
    law: NO_LAW,
    margins: NO_MARGINS,
    control: NO_CONTROL,
    template: { name: 'DIP complet', version: '1' },
    author: 'bench@diplo.local',
    now: new Date(0),
  });
}

function median(work: () => unknown): number {
  for (let turn = 0; turn < 10; turn += 1) work();
  const times = Array.from({ length: TURNS }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
  return times.sort((a, b) => a - b)[TURNS / 2] ?? 0;
}

for (const rows of [16, 1_000]) {
  const data = dataOf(rows);
  const docx = openDocx(bytes);
  const template = compileTemplate(docx);
  const results = {
    'docxtemplater 3': median(() => {
      const document = new Docxtemplater(new PizZip(bytes), {
        delimiters: { start: '{{', end: '}}' },
        paragraphLoop: true,
        linebreaks: true,
      });
      document.render(data);
      return document.toBuffer({ compression: 'DEFLATE' });
    }),
    'Diplo, first document of a template': median(() => {
      const opened = openDocx(bytes);
      return fillTemplate(opened, compileTemplate(opened), data);
    }),
    'Diplo, template compiled': median(() => fillTemplate(docx, template, data)),
    'limit: inflate and deflate every part': median(() =>
      writeZip(readZip(bytes).map((entry) => deflate(entry.name, inflate(entry)))),
    ),
  };
  const peer = results['docxtemplater 3'];
  console.log(`\n${rows} ingredients`);
  for (const [name, ms] of Object.entries(results))
    console.log(
      `  ${name.padEnd(40)} ${ms.toFixed(2).padStart(8)} ms   ${(peer / ms).toFixed(1).padStart(6)} × docxtemplater`,
    );
}
