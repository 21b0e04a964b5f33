/**
 * The reader of PDF files. It runs alone in a frame without an origin: what a file could make it do reaches neither the
 * session nor the server. It is given bytes by the page that holds it, and asks for nothing.
 */
import 'pdfjs-dist/web/pdf_viewer.css';
import './reader.css';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';
import workerFile from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { EventBus, FindState, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';

/** In full: what a blob imports has no address to start from. */
const workerUrl = new URL(workerFile, location.href).href;
// Where a browser gives no worker, pdf.js runs the same file on the thread of the frame.
GlobalWorkerOptions.workerSrc = workerUrl;

/**
 * A thread of its own for the file. A page without an origin may start no worker from an address, only from a blob that it
 * made, and Chromium not even a module: a plain line that imports the file does in every browser.
 * @returns undefined where there is none
 */
async function startWorker(): Promise<PDFWorker | undefined> {
  const line = `import(${JSON.stringify(workerUrl)}).catch((problem) => setTimeout(() => { throw problem; }));`;
  const blob = URL.createObjectURL(new Blob([line], { type: 'text/javascript' }));
  const arrived = new Promise<PDFWorker | undefined>((settle) => {
    try {
      const worker = new Worker(blob);
      // It speaks first, once it is there: what it was told before would be lost.
      // pdf.js's types know no port but null.
      worker.addEventListener('message', () => settle(new PDFWorker({ port: worker as never })), { once: true });
      worker.addEventListener('error', () => settle(undefined), { once: true });
    } catch {
      settle(undefined);
    }
  });
  return arrived.finally(() => URL.revokeObjectURL(blob));
}
const started = startWorker();

const byId = <T extends HTMLElement>(id: string): T => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`No #${id}`);
  return found as T;
};

/** Below this width, or this height (px), a whole page is too small to be read. */
const WHOLE_PAGE = 600;
const WHOLE_HEIGHT = 480;

const message = byId('message');
const place = byId('place');
const eventBus = new EventBus();
const linkService = new PDFLinkService({ eventBus });
const container = byId<HTMLDivElement>('container');
// What scrolls takes the keyboard.
container.tabIndex = 0;
container.setAttribute('role', 'region');
container.setAttribute('aria-label', 'Pages du document');
const findController = new PDFFindController({ eventBus, linkService });
const viewer = new PDFViewer({
  container,
  viewer: byId<HTMLDivElement>('viewer'),
  eventBus,
  linkService,
  findController,
  // Pages and their text: no form, no link, no script of the file.
  annotationMode: 0,
  annotationEditorMode: -1,
});
linkService.setViewer(viewer);

const showPlace = (): void => {
  place.textContent = `Page ${viewer.currentPageNumber} sur ${viewer.pagesCount}`;
};
eventBus.on('pagesinit', () => {
  // A whole page, where one can be read whole.
  viewer.currentScaleValue =
    container.clientWidth < WHOLE_PAGE || container.clientHeight < WHOLE_HEIGHT ? 'page-width' : 'page-fit';
  message.hidden = true;
  showPlace();
});
eventBus.on('pagechanging', showPlace);
byId('previous').addEventListener('click', () => viewer.previousPage());
byId('next').addEventListener('click', () => viewer.nextPage());
byId('smaller').addEventListener('click', () => viewer.decreaseScale());
byId('larger').addEventListener('click', () => viewer.increaseScale());
for (const way of ['page', 'width'])
  byId(way).addEventListener('click', () => {
    viewer.currentScaleValue = way === 'page' ? 'page-fit' : 'page-width';
  });

const query = byId<HTMLInputElement>('find');
const found = byId('found');
const steps = [byId<HTMLButtonElement>('before'), byId<HTMLButtonElement>('after')];

/** @param type `again`: the next one of the same words */
const find = (type: '' | 'again', findPrevious = false): void => {
  if (!query.value) showFound('');
  eventBus.dispatch('find', {
    source: query,
    type,
    query: query.value,
    caseSensitive: false,
    entireWord: false,
    // People type without accents what is printed with them.
    matchDiacritics: false,
    highlightAll: true,
    findPrevious,
  });
};
const showFound = (text: string, some = false): void => {
  found.textContent = text;
  for (const step of steps) step.disabled = !some;
};
query.addEventListener('input', () => find(''));
query.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') find('again', event.shiftKey);
  if (event.key === 'Escape' && query.value) {
    query.value = '';
    find('');
  }
});
for (const step of steps) step.addEventListener('click', () => find('again', step.id === 'before'));
window.addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return;
  event.preventDefault();
  query.select();
});
/** The match shown, and how many there are. */
interface Matches {
  current: number;
  total: number;
}

const showMatches = ({ current, total }: Matches): void => {
  if (total > 0) showFound(`${current} sur ${total}`, true);
};
eventBus.on('updatefindmatchescount', ({ matchesCount }: { matchesCount: Matches }) => showMatches(matchesCount));
eventBus.on('updatefindcontrolstate', ({ state, matchesCount }: { state: number; matchesCount: Matches }) => {
  if (!query.value) showFound('');
  else if (state === FindState.NOT_FOUND) showFound('Aucun');
  else showMatches(matchesCount);
});

type OutlineEntry = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

const plan = byId('plan');
const planButton = byId<HTMLButtonElement>('outline');
planButton.addEventListener('click', () => {
  plan.hidden = !plan.hidden;
  planButton.setAttribute('aria-expanded', String(!plan.hidden));
});

/** The outline that the file holds, as buttons: words and places of the file, nothing else of it. */
function outlineOf(entries: readonly OutlineEntry[]): HTMLUListElement {
  const list = document.createElement('ul');
  for (const { title, dest, items } of entries) {
    const entry = document.createElement('li');
    if (dest) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = title;
      button.addEventListener('click', () => void linkService.goToDestination(dest));
      entry.append(button);
    } else entry.append(title);
    if (items.length > 0) entry.append(outlineOf(items));
    list.append(entry);
  }
  return list;
}

async function show(data: ArrayBuffer): Promise<void> {
  try {
    const worker = await started;
    const pdf = await getDocument({ data: new Uint8Array(data), worker, useWasm: false, enableXfa: false }).promise;
    linkService.setDocument(pdf);
    viewer.setDocument(pdf);
    findController.setDocument(pdf);
    const outline = (await pdf.getOutline()) ?? [];
    planButton.hidden = outline.length === 0;
    plan.replaceChildren(outlineOf(outline));
  } catch {
    message.textContent = 'Ce fichier ne peut pas être lu ici. Téléchargez-le pour l’ouvrir.';
    message.setAttribute('role', 'alert');
  }
}

window.addEventListener('message', (event) => {
  if (event.source === window.parent && event.data instanceof ArrayBuffer) void show(event.data);
});
window.parent.postMessage('ready', '*');
