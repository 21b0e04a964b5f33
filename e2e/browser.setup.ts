import chromium from '@sparticuz/chromium';

/** Unpacks the browser before anybody starts it: two files at once would each start what the other is writing. */
export default async function setup(): Promise<void> {
  if (!process.env.CHROMIUM_PATH) await chromium.executablePath();
}
