import Tabs, { type TabsProps } from '@mui/material/Tabs';
import { useEffect, useRef } from 'react';

/** How long MUI lets a strip glide (ms), and a little more. */
const SCROLL_MS = 350;

/** Scrolls the strip, and nothing else, as far as the open tab needs. */
function showOpenTab(strip: Element): void {
  const tab = strip.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
  const { left, right } = strip.getBoundingClientRect();
  if (tab && tab.left < left) strip.scrollLeft -= left - tab.left;
  else if (tab && tab.right > right) strip.scrollLeft += tab.right - right;
}

/** Tabs that may be more than fit: the open one is in sight, also once the buttons at both ends have taken their room. */
export function ScrollTabs(props: Omit<TabsProps, 'variant' | 'allowScrollButtonsMobile' | 'ref'>) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const strip = root.current?.querySelector('.MuiTabs-scroller');
    if (!strip) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      showOpenTab(strip);
      // The strip may be on its way to where the tab was before the buttons came.
      clearTimeout(timer);
      timer = setTimeout(() => showOpenTab(strip), SCROLL_MS);
    });
    observer.observe(strip);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return <Tabs ref={root} variant="scrollable" allowScrollButtonsMobile {...props} />;
}
