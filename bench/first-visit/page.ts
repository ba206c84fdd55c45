import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

// Runs in the browser: renders the document's own data by React alone.

/** An element: its name, its attributes, and its children. */
export type Tree = [name: string, attributes: Record<string, string>, children: (Tree | string)[]]

/** An element's inline style as React takes it. */
const styleOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(';')
      .map((declaration) => declaration.split(/:(.*)/s).map((part) => part.trim()))
      .filter(([name]) => name !== '')
      .map(([name, value]) => [name!.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()), value!]),
  )

const render = ([name, { style, ...attributes }, children]: Tree): ReactNode =>
  createElement(
    name === 'body' ? 'div' : name,
    { ...attributes, ...(style === undefined ? {} : { style: styleOf(style) }) },
    ...children.map((child) => (typeof child === 'string' ? child : render(child))),
  )

const data = JSON.parse(document.getElementById('home')!.textContent) as Tree
createRoot(document.getElementById('root')!).render(render(data))
