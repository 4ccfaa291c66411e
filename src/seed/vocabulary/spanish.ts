import { lines, names, type Vocabulary, work } from './vocabulary.ts';

/** Things are feminine, so that "de" and "a" stand before them unchanged. */
export const spanish: Vocabulary = {
  language: 'es',
  share: 0.14,
  utcOffsets: [1, -3, -5, -6],
  space: ' ',
  given: names`Lucía Mateo Valentina Diego Camila Javier Sofía Andrés Martina Pablo Elena Joaquín Carmen Álvaro Jimena Rafael
    Paula Ignacio Daniela Sergio Marisol Emiliano Ximena Gonzalo Noelia Tomás Abril Hernán`,
  family: names`García Romero Navarro Torres Ibáñez Castillo Vargas Molina Herrera Rojas Peña Campos Ortega Fuentes Salazar
    Delgado Cabrera Quiroga Mendoza Acosta Prieto Lozano Villalba Sandoval Arroyo Medina Bravo Zamora`,
  familyFirst: false,
  work: work`
    Ingeniera de estructuras/Ingeniero de estructuras; Jefa de obra/Jefe de obra; Arquitecta/Arquitecto | la estructura de madera; la visita de obra; la memoria de cálculo; la cubierta; la prueba de carga
    Diseñadora de producto/Diseñador de producto; Ilustradora/Ilustrador; Investigadora UX/Investigador UX | la maqueta; la paleta; la página de inicio; la prueba con usuarios; la guía de estilo
    Responsable de logística; Jefa de almacén/Jefe de almacén; Planificadora/Planificador | la ruta de la mañana; la cámara fría; la declaración de aduana; la guardia de noche; la carga del viernes
    Enfermera jefe/Enfermero jefe; Farmacéutica/Farmacéutico; Fisioterapeuta | la lista de espera; la guardia; la sala de curas; la medicación; la formación interna
    Profesora de química/Profesor de química; Tutora de prácticas/Tutor de prácticas; Bibliotecaria/Bibliotecario | la semana de exámenes; la hora de lectura; la clase de laboratorio; la reunión de familias; la programación
    Ingeniera de redes/Ingeniero de redes; Instaladora solar/Instalador solar; Auditora energética/Auditor energético | la bomba de calor; la conexión a la red; la batería de barrio; la parada de mantenimiento; la curva de demanda
    Desarrolladora/Desarrollador; Ingeniera de datos/Ingeniero de datos; Responsable de pruebas | la migración; la entrega semanal; la revisión del incidente; la base de datos; la interfaz
    Controladora/Controlador; Auditora/Auditor; Analista de crédito | la facturación; la revisión del presupuesto; la conciliación; la pista de auditoría; la estimación de costes
  `,
  trades: lines`
    Construcción y rehabilitación
    Diseño de productos y servicios
    Transporte y almacén
    Clínicas y cuidados
    Escuelas y formación
    Calor y electricidad
    Software que dura
    Contabilidad y auditoría
  `,
  weekdays: lines`
    lunes
    martes
    miércoles
    jueves
    viernes
  `,
  companies: lines`
    Taller {family}
    {family} e Hijas
    Cooperativa {place}
    Transportes {family}
    {family} Energía
    Estudio {family}
  `,
  bios: {
    human: lines`
      {n} años dedicados a que {thing} salga bien. Vivo en {place}.
      Escribo sobre {thing}, sobre todo cuando algo falla. Respondo los {weekday}.
      De {place}. Me gustan los mapas, las listas cortas y los trenes puntuales.
      Antes en una empresa enorme, ahora en un equipo de {n} personas.
    `,
    company: lines`
      Somos {n} personas en {place}. Nos ocupamos de {thing} y contamos cómo fue.
      Independientes desde 2012. Puertas abiertas cada {weekday} en {place}.
    `,
    ai_agent: lines`
      Preparo {thing} y aviso de lo que no cuadra. Siempre firma una persona.
      Leo lo que nadie tiene tiempo de leer y lo resumo con fuentes.
    `,
  },
  agentOccupations: lines`
    Agente de investigación
    Agente de planificación
    Agente contable
  `,
  openings: lines`
    Hoy terminamos {thing}, {n} días antes de la fecha. Todavía no me lo creo.
    Una cosa pequeña sobre {thing} que tardé {n} años en entender.
    El {weekday} me preguntaron por qué {thing} tarda tanto. Esta es la respuesta honesta.
    Opinión impopular: el problema no es {thing}, es la reunión para hablar de ella.
    Hoy en {place}: lluvia, café y {thing} de principio a fin.
    Buenas noticias desde {place}: {thing} está lista y todos seguimos hablándonos.
    Un {percent} % menos de quejas desde que cambiamos {thing}. Fue una sola frase.
    Buscamos en {place} a alguien que disfrute de {thing} tanto como nosotras.
    Gracias a quienes se quedaron tarde el {weekday} por {thing}.
    Por fin lo medimos: {thing} nos cuesta {n} horas por semana.
  `,
  sentences: lines`
    La primera versión era demasiado lista, así que tiramos la mitad.
    {n} de los pasos existían solo porque un día faltó una firma.
    Escribimos lo que esperábamos antes de mirar, y así es más difícil acertar por casualidad.
    Nadie lee la segunda página, por eso lo importante está en la primera.
    El arreglo más barato fue un cartel en la puerta.
    Los números suben un {percent} %, y aun así no los enseñaría sin la nota al pie.
    Mantuvimos lo viejo junto a lo nuevo durante {n} semanas, y lo volvería a hacer.
    Nos salvó una lista que una compañera llevaba a mano desde la primavera.
    Más lento en el papel, más rápido en la práctica.
    En {place} ya lo habían resuelto; bastaba con preguntar.
    La mitad del trabajo fue averiguar quién decide.
    Un buen relevo lleva {n} minutos; uno malo, todo el día.
    Cada excepción que aceptamos en marzo volvió en octubre.
    Una parte falló, y prefiero escribir sobre esa.
    El cliente no notó nada, que era el objetivo.
    Mi regla sigue siendo cambiar una sola cosa y mirar.
    Al final {thing} cabe en una hoja, pegada junto a la cafetera.
    La herramienta estaba bien; la costumbre, no.
    Ahora empezamos por la pregunta que antes venía al final.
    Cambié de opinión sobre {thing} dos veces este año, las dos por la pregunta de un principiante.
  `,
  closings: lines`
    ¿Cómo lo hacéis vosotros?
    ¿Qué habríais hecho?
    La semana que viene, más.
    Comparto la plantilla con gusto.
    Se agradecen correcciones, como siempre.
    Eso es todo. A trabajar.
  `,
  lists: [
    {
      head: 'Lo que revisamos antes de empezar:',
      items: lines`
        A quién afecta, con nombre
        Qué pasa si no hacemos nada
        Las tres últimas veces que salió mal
        Si los teléfonos siguen siendo los mismos
        Una fecha para volver a mirar
        Una persona que pueda decir basta
      `,
    },
    {
      head: 'Lo aprendido en {n} semanas:',
      items: lines`
        Empezar por lo que menos gusta.
        Escribir primero el resumen.
        Preguntar al turno de noche.
        Medir antes de discutir.
        Dar las gracias antes.
      `,
    },
  ],
  comments: lines`
    Gracias por escribirlo, {to}.
    Igual aquí, pero con {thing}.
    ¿Cuántas personas hicieron falta?
    En {place} probamos lo contrario y llegamos al mismo sitio.
    Me llevo lo del orden para mi equipo el {weekday}.
    Lo leí dos veces. A la segunda me reí.
    No del todo de acuerdo: a nosotros nos falla {thing}.
    ¡Enhorabuena a todo el equipo!
    Coincide con lo que vimos después de {n} semanas.
    Guardado. Lo voy a necesitar en primavera.
    ¿Y qué hicisteis con las excepciones?
    Honesto y útil. Más de esto, por favor.
  `,
  answers: lines`
    Buena pregunta. Nosotros, unas {n}, pero depende.
    Sí, el {weekday}. Publicaré las notas.
    Tienes razón, {to}. No lo había pensado.
    Sí, y al principio fue peor.
    Claro, escríbeme y te lo mando.
    Todavía no. Danos {n} semanas.
    Exacto.
  `,
  quotes: lines`
    Para leer si tenéis que ver con {thing}.
    El relato más honesto del año. En {place} tardamos {n} meses en admitir lo mismo.
    De acuerdo con todo, menos con la última frase.
    Para quienes me preguntaron el {weekday}: esta es mejor respuesta que la mía.
  `,
};
