/**
 * The reader of PDF files. It runs alone in a frame without an origin: what a file could make it do reaches neither the
 * session nor the server. It is given bytes by the page that holds it, and asks for nothing.
 */
import 'pdfjs-dist/web/pdf_viewer.css';
import './reader.css';
import { getDocument } from 'pdfjs-dist';
// Without an origin no worker can be started: the same code serves here.
import * as worker from 'pdfjs-dist/build/pdf.worker.min.mjs';
import { EventBus, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';

(globalThis as { pdfjsWorker?: unknown }).pdfjsWorker = worker;

const byId = <T extends HTMLElement>(id: string): T => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`No #${id}`);
  return found as T;
};

const message = byId('message');
const place = byId('place');
const eventBus = new EventBus();
const linkService = new PDFLinkService({ eventBus });
const container = byId<HTMLDivElement>('container');
// What scrolls takes the keyboard.
container.tabIndex = 0;
container.setAttribute('role', 'region');
container.setAttribute('aria-label', 'Pages du document');
const viewer = new PDFViewer({
  container,
  viewer: byId<HTMLDivElement>('viewer'),
  eventBus,
  linkService,
  // Pages and their text: no form, no link, no script of the file.
  annotationMode: 0,
  annotationEditorMode: -1,
});
linkService.setViewer(viewer);

const showPlace = (): void => {
  place.textContent = `Page ${viewer.currentPageNumber} sur ${viewer.pagesCount}`;
};
eventBus.on('pagesinit', () => {
  viewer.currentScaleValue = 'page-width';
  message.hidden = true;
  showPlace();
});
eventBus.on('pagechanging', showPlace);
byId('previous').addEventListener('click', () => viewer.previousPage());
byId('next').addEventListener('click', () => viewer.nextPage());
byId('smaller').addEventListener('click', () => viewer.decreaseScale());
byId('larger').addEventListener('click', () => viewer.increaseScale());
byId('width').addEventListener('click', () => {
  viewer.currentScaleValue = 'page-width';
});

async function show(data: ArrayBuffer): Promise<void> {
  try {
    const pdf = await getDocument({ data: new Uint8Array(data), useWasm: false, enableXfa: false }).promise;
    linkService.setDocument(pdf);
    viewer.setDocument(pdf);
  } catch {
    message.textContent = 'Ce fichier ne peut pas être lu ici. Téléchargez-le pour l’ouvrir.';
    message.setAttribute('role', 'alert');
  }
}

window.addEventListener('message', (event) => {
  if (event.source === window.parent && event.data instanceof ArrayBuffer) void show(event.data);
});
window.parent.postMessage('ready', '*');
