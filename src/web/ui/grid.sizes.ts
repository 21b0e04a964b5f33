/** Ten rows, the toolbar, the headings and the pages are the 600 px of a list. */
export const HEIGHT = 600;
export const ROW_HEIGHT = 43;
export const HEADER_HEIGHT = 52;
/** What the library's toolbar takes. */
export const TOOLBAR_HEIGHT = 52;
export const CHECK_WIDTH = 50;
export const PAGE_SIZES = [10, 25, 50];
/** Cards of a gallery, on a page. */
export const GALLERY_SIZE = 12;
