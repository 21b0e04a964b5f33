import { z } from 'zod';
import { endpointsOf } from '../contract/endpoint.ts';
import { listQuery } from '../contract/list.query.ts';
import { parseNumber } from '../fields/number.ts';

const api = endpointsOf('Menus');

const price = z.union([z.number(), z.string()], { error: 'Le prix est requis' }).transform((raw, context) => {
  const value = typeof raw === 'number' ? raw : parseNumber(raw);
  if (value === null || !Number.isFinite(value)) {
    context.addIssue({ code: 'custom', message: 'Prix invalide. Écrivez par exemple 12,50.' });
    return 0;
  }
  if (value < 0) context.addIssue({ code: 'custom', message: 'Le prix ne peut pas être négatif.' });
  if (value > 1e9) context.addIssue({ code: 'custom', message: 'Ce prix est trop grand.' });
  return value;
});

/** Items a menu, and menus and items in all: a list that strangers may write has an end. */
export const MENU_ITEMS_MAX = 500;
export const MENUS_AND_ITEMS_MAX = 20_000;
/** A menu of as many items as there may be, each as long as it may be. */
const bodyMaxBytes = 4 * 1024 * 1024;

const required = (message: string) =>
  z.string({ error: message }).trim().min(1, { error: message }).max(200, { error: '200 caractères au plus.' });

export const menuItemInput = z.object({
  name: required('Le nom de l’élément est requis'),
  price,
  category: required('La catégorie est requise'),
  description: z.string().max(2_000, { error: '2 000 caractères au plus.' }).nullable().optional(),
});

/** An item that keeps its id keeps its identity when the menu is replaced. */
export const menuInput = z.object({
  name: required('Le nom du menu est requis'),
  items: z
    .array(menuItemInput.extend({ id: z.string().optional() }))
    .max(MENU_ITEMS_MAX, { error: `${MENU_ITEMS_MAX} éléments au plus par menu.` })
    .default([]),
});
export type MenuInput = z.output<typeof menuInput>;
export type MenuItemInput = z.output<typeof menuItemInput>;

export const menuItem = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number(),
  category: z.string(),
  description: z.string().nullable(),
});
export const menu = z.object({
  id: z.string(),
  name: z.string(),
  items: z.array(menuItem),
  updated_at: z.string(),
});
export type Menu = z.output<typeof menu>;
export type MenuItem = z.output<typeof menuItem>;

export const listMenus = api('GET /menus', 'menus', {
  summary: 'Lister les menus',
  query: listQuery,
  output: z.array(menu),
});
export const getMenu = api('GET /menus/{id}', 'menus', {
  summary: 'Lire un menu',
  output: menu,
});
export const createMenu = api('POST /menus', 'menus', {
  bodyMaxBytes,
  summary: 'Créer un menu',
  body: menuInput,
  output: menu,
  status: 201,
  idempotent: true,
});
export const updateMenu = api('PUT /menus/{id}', 'menus', {
  bodyMaxBytes,
  summary: 'Remplacer un menu',
  body: menuInput,
  output: menu,
});
export const removeMenu = api('DELETE /menus/{id}', 'menus', {
  summary: 'Supprimer un menu',
  output: 'nothing',
});
export const addMenuItem = api('POST /menus/{id}/items', 'menus', {
  bodyMaxBytes,
  summary: 'Ajouter un élément à un menu',
  body: menuItemInput,
  output: menuItem,
  status: 201,
  idempotent: true,
});
export const updateMenuItem = api('PUT /menus/items/{id}', 'menus', {
  bodyMaxBytes,
  summary: 'Modifier un élément',
  body: menuItemInput,
  output: menuItem,
});
export const removeMenuItem = api('DELETE /menus/items/{id}', 'menus', {
  summary: 'Supprimer un élément',
  output: 'nothing',
});
